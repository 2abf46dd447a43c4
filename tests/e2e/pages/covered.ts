import type { Page } from 'playwright';

/** What in the window, of these, lies under the message, or nearer to it than so many pixels. */
export const findCovered = (page: Page, selector: string, clear = 0) =>
  page.evaluate(
    ([wanted, gap]) => {
      const toast = document.querySelector('.toast')?.getBoundingClientRect();
      if (!toast) return ['no message'];
      return [...document.querySelectorAll<HTMLElement>(wanted)].flatMap((element) => {
        const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
        const isApart =
          right <= toast.left - gap ||
          left >= toast.right + gap ||
          bottom <= toast.top - gap ||
          top >= toast.bottom + gap;
        const isSeen = element.checkVisibility({ visibilityProperty: true }) && width * height > 1;
        const isItsOwn = element.closest('.toast') !== null;
        return isApart || !isSeen || isItsOwn ? [] : [element.innerText || element.outerHTML];
      });
    },
    [selector, clear] as const,
  );
