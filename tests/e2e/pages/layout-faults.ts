import type { Page } from 'playwright';

/** Safe-area insets of a phone with a notch in landscape, including the home indicator. */
const NOTCH = { top: 0, left: 47, right: 47, bottom: 21 };

/** Emulates the notch until the returned function is called. */
export async function emulateNotch(page: Page): Promise<() => Promise<void>> {
  const devtools = await page.context().newCDPSession(page);
  const setInsets = async (insets: Partial<typeof NOTCH>) => {
    await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets });
  };
  await setInsets(NOTCH);
  return () => setInsets({});
}

/**
 * Finds controls whose target is smaller than 44 px. A smaller box is allowed if hit tests 21 px from its centre reach
 * the control. Links within text are excluded.
 */
export const findSmallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const answers = (element: HTMLElement, x: number, y: number) => {
      const there = document.elementFromPoint(x, y);
      return there !== null && (element.contains(there) || element.closest('label') === there);
    };
    const isLarge = (element: HTMLElement) => {
      const box = (element.closest('label') ?? element).getBoundingClientRect();
      if (box.width <= 1 || (box.width > 43.5 && box.height > 43.5)) return true;
      element.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { left, top, width, height } = element.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      return [-21, 21].every((by) => answers(element, x + by, y) && answers(element, x, y + by));
    };
    const pressed = document.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary',
    );
    return [...pressed]
      .filter(
        (one) =>
          one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
          !one.closest('.visually-hidden, .skip, [inert]') &&
          getComputedStyle(one).display !== 'inline' &&
          !isLarge(one),
      )
      .map((one) => one.outerHTML.slice(0, 120));
  });

/** Text clipped by its box without an ellipsis, and controls that are covered. */
export const findClippedOrCovered = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isCut = (element: HTMLElement) => {
      const { overflowX, overflowY } = getComputedStyle(element);
      const beyond = (overflow: string, size: number, room: number) =>
        /hidden|clip/.test(overflow) && room > 1 && size > room + 1;
      return (
        beyond(overflowX, element.scrollWidth, element.clientWidth) ||
        beyond(overflowY, element.scrollHeight, element.clientHeight)
      );
    };
    const coverOf = (element: HTMLElement) => {
      element.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { left, top, width, height } = element.getClientRects()[0] ?? new DOMRect();
      const over = document.elementFromPoint(left + width / 2, top + height / 2);
      const isOwn = element.contains(over) || element.closest('label')?.contains(over);
      return width > 1 && !isOwn && !over?.contains(element) ? over : null;
    };
    const name = (element: Element) => element.outerHTML.slice(0, 120);
    const hasWords = (element: Element) =>
      [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '');
    const seen = [...document.querySelectorAll<HTMLElement>('body *')].filter(
      (one) =>
        one.checkVisibility({ visibilityProperty: true }) &&
        !one.closest('.visually-hidden, .skip, .clamp, [aria-hidden="true"], svg'),
    );
    return [
      ...seen.filter((one) => hasWords(one) && isCut(one)).map((one) => `cut: ${one.innerText}`),
      ...seen
        .filter((one) => one.matches('a[href], button, input, summary'))
        .flatMap((one) => {
          const over = coverOf(one);
          return over ? [`covered: ${name(one)}, by ${name(over)}`] : [];
        }),
    ];
  });

/** Text, icons and fields within the safe-area insets that cannot be scrolled out of them. */
export const findUnderNotch = (page: Page): Promise<string[]> =>
  page.evaluate(({ left: from, right: to }) => {
    /** The visible part; excludes scrollable content. */
    const seenOf = (element: Element, box: DOMRect) => {
      let { left, right } = box;
      for (let around: Element | null = element; around; around = around.parentElement) {
        const { overflowX } = getComputedStyle(around);
        if (around === document.body || overflowX === 'visible') continue;
        if (/auto|scroll/.test(overflowX)) return null;
        const edge = around.getBoundingClientRect();
        [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
      }
      return right - left > 1 ? { left, right } : null;
    };
    const isUnder = (element: Element, box: DOMRect, spare = 0) => {
      if (
        element.closest('.visually-hidden, .skip') ||
        !element.checkVisibility({ visibilityProperty: true })
      )
        return false;
      const seen = box.width > 1 && seenOf(element, box);
      const [most, least] = [from - spare - 0.5, window.innerWidth - to + spare + 0.5];
      return seen ? seen.left < most || seen.right > least : false;
    };
    const found = [...document.querySelectorAll(':is(a, button) svg, input, select, textarea')]
      // An icon's box includes about 5 px of padding around its strokes.
      .filter((one) => isUnder(one, one.getBoundingClientRect(), one.matches('svg') ? 5 : 0))
      .map((one) => (one.closest('a, button') ?? one).outerHTML.slice(0, 120));
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { currentNode } = texts;
      const range = document.createRange();
      range.selectNodeContents(currentNode);
      const around = currentNode.parentElement;
      if (around && [...range.getClientRects()].some((box) => isUnder(around, box)))
        found.push(currentNode.textContent ?? '');
    }
    return found;
  }, NOTCH);
