import type { Page } from 'playwright';

declare global {
  interface Window {
    /** Faults of the frames painted so far, and the number of frames. */
    painted: { faults: string[]; frames: number };
  }
}

/** Runs in the page. After the first paint with content, checks that every frame has text in our font. */
export function watchFrames(): void {
  window.painted = { faults: [], frames: 0 };
  const check = () => {
    requestAnimationFrame(check);
    if (performance.getEntriesByName('first-contentful-paint').length === 0) return;
    window.painted.frames += 1;
    const note = (fault: string) => {
      const named = `${location.pathname}: ${fault}`;
      if (!window.painted.faults.includes(named)) window.painted.faults.push(named);
    };
    const main = document.querySelector('main');
    if (!main?.innerText.trim()) note('blank');
    else if (!getComputedStyle(main).fontFamily.includes('Commissioner')) note('without styles');
  };
  requestAnimationFrame(check);
}

/** Faults since the last call. */
export async function readFaults(page: Page): Promise<string[]> {
  await page.locator('main h1, main h2').first().waitFor({ state: 'attached' });
  // The browser may report the first paint late.
  await page.waitForFunction(() => window.painted.frames > 0);
  return page.evaluate(
    () =>
      new Promise<string[]>((done) => {
        requestAnimationFrame(() =>
          requestAnimationFrame(() => done(window.painted.faults.splice(0))),
        );
      }),
  );
}
