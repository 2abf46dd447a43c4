import type { Browser, Page } from 'playwright';
import { launchBrowser } from '#tests/support/browsers/browser.ts';
import { startServerProcess } from '#tests/support/servers/server-process.ts';
import { startWithTracks } from './bench-library.ts';
import { type Measurements, median, percentile, row } from './measure.ts';
import { PHONE } from './phone.ts';

const TRACKS = 2_000;
const BUDGET_MS = 100;
/** Budget for a screen the user has opened before. */
const LATER_VISIT_BUDGET_MS = 50;
/** Time the page needs to finish its background work. */
const SETTLING_MS = 1_500;
const CYCLES = 6;
const TABS = [
  { label: 'Tracks', to: '/tracks' },
  { label: 'Connect', to: '/socials' },
  { label: 'Profile', to: '/profile' },
  { label: 'Home', to: '/home' },
];

async function openHome(browser: Browser, server: string): Promise<Page> {
  const page = await browser.newPage(PHONE);
  await page.goto(`${server}/home`);
  await page.locator('.tracks h3').first().waitFor();
  await page.waitForTimeout(SETTLING_MS);
  return page;
}

/** Milliseconds from the tap on a tab to the frame that shows the next screen's heading. */
async function changeRoute(page: Page, { label, to }: (typeof TABS)[number]): Promise<number> {
  const watch = await page.evaluateHandle((path) => {
    const before = document.querySelector('main h1');
    const { promise, resolve } = Promise.withResolvers<number>();
    let tappedAt = Number.NaN;
    document.addEventListener('pointerdown', ({ timeStamp }) => (tappedAt = timeStamp), {
      capture: true,
      once: true,
    });
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(performance.now() - tappedAt);
    const look = () => {
      const heading = document.querySelector('main h1');
      const isThere = location.pathname === path && heading !== null && heading !== before;
      // The next frame shows the heading; the message arrives after that frame.
      if (isThere) port2.postMessage('painted');
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    return { painted: promise };
  }, to);
  await page.getByRole('navigation', { name: 'Tabs' }).getByRole('link', { name: label }).tap();
  const milliseconds = await watch.evaluate(({ painted }) => painted);
  await page.waitForTimeout(300);
  return milliseconds;
}

async function* measureRoutes(browser: Browser, server: string): Measurements {
  const page = await openHome(browser, server);
  const first: number[] = [];
  const again: number[] = [];
  for (let cycle = 0; cycle < CYCLES; cycle += 1) {
    for (const tab of TABS) (cycle === 0 ? first : again).push(await changeRoute(page, tab));
  }
  await page.close();
  const name = 'route change: tap to heading,';
  const later = LATER_VISIT_BUDGET_MS;
  yield row(`${name} first visits, p50`, median(first), 'ms', { atMost: BUDGET_MS });
  yield row(`${name} later visits, p50`, median(again), 'ms', { atMost: later });
  yield row(`${name} later visits, p90`, percentile(again, 0.9), 'ms', { atMost: BUDGET_MS });
}

/** Duration of the longest event of each tap and key press on the list, from the Event Timing API. */
async function* measureInteractions(page: Page, library: string): Measurements {
  const timing = await page.evaluateHandle(() => {
    const longest = new Map<number, number>();
    const observer = new PerformanceObserver((list) => {
      // `event` entries have this type.
      for (const { interactionId, duration } of list.getEntries() as PerformanceEventTiming[]) {
        if (interactionId === 0) continue;
        longest.set(interactionId, Math.max(duration, longest.get(interactionId) ?? 0));
      }
    });
    // TypeScript's options lack `durationThreshold`, which belongs to `event` entries.
    observer.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
    return { longest };
  });
  // Locates by attribute: resolving roles across many cards takes half a minute.
  const playOf = (label: string) => page.locator(`main .tracks button[aria-label^="${label}: "]`);
  const chip = (label: string) => page.locator('main button.chip', { hasText: label }).first();
  const steps = [
    () => playOf('Play').nth(1).tap(),
    () => playOf('Pause').first().tap(),
    () => chip('BIRTHING').tap(),
    () => chip('ALL').tap(),
    () => page.locator('main input[type="search"]').tap(),
    ...['p', 's', 'a'].map((key) => () => page.keyboard.press(key)),
    ...[1, 2, 3].map(() => () => page.keyboard.press('Backspace')),
  ];
  for (let round = 0; round < 3; round += 1) {
    for (const step of steps) {
      await step();
      await page.waitForTimeout(250);
    }
  }
  const times = await timing.evaluate(({ longest }) => [...longest.values()]);
  if (times.length === 0) throw new Error('the browser reported no interaction');
  const name = `interaction to next paint, ${library},`;
  yield row(`${name} p50`, median(times), 'ms', { atMost: BUDGET_MS });
  yield row(`${name} worst`, percentile(times, 1), 'ms', { atMost: BUDGET_MS });
}

export async function* appScreens(): Measurements {
  await using small = await startServerProcess();
  await using browser = await launchBrowser();
  yield* measureRoutes(browser, small.url);
  yield* measureInteractions(await openHome(browser, small.url), 'shipped library');
  await using large = await startWithTracks(TRACKS);
  yield* measureInteractions(await openHome(browser, large.url), `${TRACKS} tracks`);
}
