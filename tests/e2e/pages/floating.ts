import type { Page } from 'playwright';

/**
 * Fixed elements (bars, messages, buttons) that overlap each other; and, at both ends of the page, text and controls
 * that a fixed element covers and that cannot be scrolled clear.
 */
export async function findOverlaps(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const end of ['top', 'bottom'] as const) {
    await page.evaluate((to) => {
      scrollTo({
        top: to === 'top' ? 0 : document.documentElement.scrollHeight,
        behavior: 'instant',
      });
      for (const part of document.querySelectorAll('main *'))
        if (/auto|scroll/.test(getComputedStyle(part).overflowY))
          part.scrollTop = to === 'top' ? 0 : part.scrollHeight;
      return new Promise(requestAnimationFrame);
    }, end);
    found.push(...(await page.evaluate(overlapsAt, end)));
  }
  return [...new Set(found)];
}

/** Runs in the page. */
function overlapsAt(end: 'top' | 'bottom'): string[] {
  const isSeen = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !element.closest('.visually-hidden, .skip, [inert]');
  const meet = (one: DOMRect, other: DOMRect) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
  /** The visible part within its scroll containers. */
  const seenOf = (owner: Element, { left, top, right, bottom }: DOMRect): DOMRect => {
    for (let around = owner.parentElement; around; around = around.parentElement) {
      if (around === document.body || getComputedStyle(around).overflowY === 'visible') continue;
      const edge = around.getBoundingClientRect();
      [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
      [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
    }
    return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top));
  };
  // Sticky elements that are confined to the page count as part of it.
  const isFloating = (one: Element, { position } = getComputedStyle(one)) =>
    position === 'fixed' || (position === 'sticky' && !one.closest('main'));
  const floating = [...document.querySelectorAll('body *')].filter(
    (one) => isFloating(one) && isSeen(one),
  );
  const parts = floating.filter((one) => !floating.some((it) => it !== one && it.contains(one)));
  /** Lines of text and controls, without backgrounds. */
  const marks = (part: Element): { name: string; box: DOMRect; owner: Element }[] => {
    const all: { name: string; box: DOMRect; owner: Element }[] = [];
    for (const control of part.querySelectorAll('a[href], button, input, select, textarea')) {
      const name = control.getAttribute('aria-label') ?? control.textContent ?? control.tagName;
      if (isSeen(control)) all.push({ name, box: control.getBoundingClientRect(), owner: control });
    }
    const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const owner = texts.currentNode.parentElement;
      if (!owner || !isSeen(owner)) continue;
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      const name = texts.currentNode.textContent ?? '';
      for (const box of range.getClientRects()) all.push({ name, box, owner });
    }
    return all
      .map((mark) => ({ ...mark, box: seenOf(mark.owner, mark.box) }))
      .filter(({ box }) => box.width > 1 && box.height > 1);
  };
  const found: string[] = [];
  const note = (part: Element, other: Element) => {
    const box = part.getBoundingClientRect();
    for (const { name, box: mark, owner } of marks(other)) {
      if (part.contains(owner) || !meet(mark, box)) continue;
      found.push(`.${part.className} over ${name.trim().slice(0, 40)}`);
    }
  };
  for (const part of parts) {
    for (const other of parts) if (other !== part) note(part, other);
    const { top, bottom, height } = part.getBoundingClientRect();
    // An element that fills the window counts as a page.
    if (height > innerHeight / 2) continue;
    const isAtEnd = end === 'top' ? top < innerHeight / 3 : bottom > innerHeight * (2 / 3);
    const page = document.querySelector('main');
    if (isAtEnd && page && !page.contains(part)) note(part, page);
  }
  return found;
}
