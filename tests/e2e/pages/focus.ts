import type { Page } from 'playwright';

const MAX_STOPS = 200;

/** The focused element's name, and whether any of it is visible. */
export const readFocused = (page: Page) =>
  page.evaluate(async () => {
    const active = document.activeElement;
    if (!active || active === document.body) return null;
    const isSeen = () =>
      [...active.getClientRects()].some(({ left, top, width, height }) =>
        [0.1, 0.5, 0.9].some((x) =>
          [0.1, 0.5, 0.9].some((y) => {
            const there = document.elementFromPoint(left + width * x, top + height * y);
            return there !== null && (active.contains(there) || there.contains(active));
          }),
        ),
      );
    let isVisible = isSeen();
    // An element may scroll into view a frame after it is focused.
    for (let frame = 0; frame < 90 && !isVisible; frame += 1) {
      await new Promise(requestAnimationFrame);
      isVisible = isSeen();
    }
    const name = `${active.tagName} ${active.getAttribute('aria-label') ?? active.textContent}`;
    return { name: name.slice(0, 60), isVisible };
  });

/** Tabs through the whole page until the focus leaves it; returns the stops that are completely covered. */
export async function findCoveredStops(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    window.scrollTo({ top: 0, behavior: 'instant' });
  });
  const covered: string[] = [];
  for (let count = 0; count < MAX_STOPS; count += 1) {
    await page.keyboard.press('Tab');
    const at = await readFocused(page);
    if (!at) return covered;
    if (!at.isVisible) covered.push(at.name);
  }
  throw new Error('the focus does not leave the page');
}

export const hasFocus = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.activeElement !== null && document.activeElement !== document.body);
