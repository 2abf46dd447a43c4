import type { Page } from 'playwright';
import { expect } from '#tests/support/browsers/expect.ts';

export async function doubleTextSize(page: Page): Promise<void> {
  const heading = page.getByRole('heading', { level: 1 });
  const sizeOf = () => heading.evaluate((element) => getComputedStyle(element).fontSize);
  const before = await sizeOf();
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  // Even with reduced motion a new size takes effect in the next frame.
  await expect.poll(sizeOf).not.toBe(before);
  await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);
}

export const resetTextSize = (page: Page) =>
  page.evaluate(() => document.documentElement.style.removeProperty('font-size'));

export const widthBeyondWindow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Texts that overflow the window horizontally, unless they can be scrolled or expanded. */
export const findCutTexts = (page: Page) =>
  page.evaluate(() => {
    const isReachable = (element: Element | null): boolean =>
      element !== null &&
      (/auto|scroll/.test(getComputedStyle(element).overflowX) ||
        element.matches('.visually-hidden, .skip, .clamp, [aria-hidden="true"]') ||
        // For screen readers only.
        element.clientWidth === 1 ||
        isReachable(element.parentElement));
    const cut: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      const isCut = [...range.getClientRects()].some(
        ({ left, right, width }) => width > 0 && (left < -1 || right > window.innerWidth + 1),
      );
      if (isCut && !isReachable(texts.currentNode.parentElement)) {
        cut.push(texts.currentNode.textContent ?? '');
      }
    }
    return cut;
  });
