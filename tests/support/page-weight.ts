import type { CDPSession, Page } from 'playwright';

/** What a page holds: what grows of it from hour to hour, a telephone has not after a night. */
export interface Weight {
  readonly heap: number;
  readonly listeners: number;
  readonly nodes: number;
  readonly timers: number;
  readonly addresses: number;
}

/** Timers and addresses of blobs are counted by no browser. Call before the page is opened, after its clock. */
export async function countWhatLives(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const timers = new Set<number>();
    const addresses = new Set<string>();
    Object.assign(window, { alive: { timers, addresses } });
    const { setTimeout: once, setInterval: often, clearTimeout: clear } = window;
    const create = URL.createObjectURL.bind(URL);
    const revoke = URL.revokeObjectURL.bind(URL);
    type Begin = (act: (...given: unknown[]) => void, ms?: number, ...given: unknown[]) => number;
    const counting =
      (begin: Begin, isOnce: boolean): Begin =>
      (act, ms, ...given) => {
        const id = begin(
          (...values) => {
            if (isOnce) timers.delete(id);
            act(...values);
          },
          ms,
          ...given,
        );
        timers.add(id);
        return id;
      };
    const end = (id: number) => {
      timers.delete(id);
      clear(id);
    };
    Object.assign(window, {
      setTimeout: counting(once as Begin, true),
      setInterval: counting(often as Begin, false),
      clearTimeout: end,
      clearInterval: end,
    });
    URL.createObjectURL = (blob) => {
      const address = create(blob);
      addresses.add(address);
      return address;
    };
    URL.revokeObjectURL = (address) => {
      addresses.delete(address);
      revoke(address);
    };
  });
}

export async function weigh(page: Page, browser: CDPSession): Promise<Weight> {
  await browser.send('Performance.enable');
  for (let time = 0; time < 3; time += 1) await browser.send('HeapProfiler.collectGarbage');
  const { metrics } = await browser.send('Performance.getMetrics');
  const of = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN;
  const alive = await page.evaluate(() => {
    // Made by the script above.
    const { timers, addresses } = Reflect.get(window, 'alive') as Record<string, Set<unknown>>;
    return { timers: timers?.size ?? 0, addresses: addresses?.size ?? 0 };
  });
  return {
    heap: of('JSHeapUsedSize'),
    listeners: of('JSEventListeners'),
    nodes: of('Nodes'),
    ...alive,
  };
}

/** Per cent of the heap, and how many more of all else. */
export function growthOf(before: Weight | undefined, after: Weight | undefined): number[] {
  if (!before || !after) throw new Error('it was weighed less than twice');
  const more = (key: keyof Weight) => Math.max(0, after[key] - before[key]);
  return [
    (more('heap') / before.heap) * 100,
    more('listeners'),
    more('nodes'),
    more('timers'),
    more('addresses'),
  ];
}
