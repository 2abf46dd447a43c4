import type { Page } from 'playwright';

/** Sum of the layout shifts below which a user sees none. */
export const MAX_SHIFT = 0.005;

/** Runs in the page: records every layout shift, including those the browser ignores after user input. */
export function watchShifts(): void {
  const moved: string[] = [];
  Object.assign(window, { shifts: 0, moved });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      Object.assign(window, {
        shifts: Reflect.get(window, 'shifts') + Reflect.get(entry, 'value'),
      });
      for (const { node } of Reflect.get(entry, 'sources')) {
        moved.push(node instanceof Element ? `${node.tagName}.${node.className}` : String(node));
      }
    }
  }).observe({ type: 'layout-shift' });
}

/** Runs in the page: waits for layout, paint and layout-shift entries. */
export async function nextFrames(): Promise<void> {
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
}

/** The sum of the shifts since the last call, and the elements that moved. */
export async function readShifts(page: Page) {
  await page.evaluate(nextFrames);
  return page.evaluate(() => {
    const sum: number = Reflect.get(window, 'shifts');
    const moved: string[] = Reflect.get(window, 'moved').splice(0);
    Object.assign(window, { shifts: 0 });
    return { sum, moved };
  });
}
