import type { Page } from 'playwright';
import { TOAST } from './toast.ts';

/** Finds matching elements that the toast covers or that are closer than `clear` pixels to it. */
export const findCovered = (page: Page, selector: string, clear = 0) =>
  page.evaluate(
    ([wanted, gap, shown]) => {
      const toast = document.querySelector(shown)?.getBoundingClientRect();
      if (!toast) return ['no message'];
      return [...document.querySelectorAll<HTMLElement>(wanted)].flatMap((element) => {
        const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
        const isApart =
          right <= toast.left - gap ||
          left >= toast.right + gap ||
          bottom <= toast.top - gap ||
          top >= toast.bottom + gap;
        const isSeen = element.checkVisibility({ visibilityProperty: true }) && width * height > 1;
        const isItsOwn = element.closest(shown) !== null;
        return isApart || !isSeen || isItsOwn ? [] : [element.innerText || element.outerHTML];
      });
    },
    [selector, clear, TOAST] as const,
  );
