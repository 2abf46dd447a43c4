import type { Page } from 'playwright';

/** The live region for screen readers. */
export const announcer = (page: Page) => page.locator('#said');

/**
 * Records every later message of all live regions on the page, without hidden text. A region inserted together with
 * its text counts too, because some screen readers announce it.
 */
export async function recordAnnouncements(
  page: Page,
): Promise<{ takeMessages: () => Promise<string[]> }> {
  await page.evaluate(() => {
    const LIVE =
      '[role=status], [role=alert], [role=log], [aria-live=polite], [aria-live=assertive], output';
    const messages: string[] = [];
    const before = new Map<Element, string>();
    const textOf = (node: Node): string => {
      if (node instanceof Text) return node.data;
      if (!(node instanceof Element) || node.getAttribute('aria-hidden') === 'true') return '';
      const text = [...node.childNodes].map(textOf).join(' ');
      return (node.getAttribute('aria-label') ?? text).replace(/\s+/g, ' ').trim();
    };
    const look = (isFirst: boolean) => {
      for (const region of document.querySelectorAll(LIVE)) {
        if (region.parentElement?.closest(LIVE)) continue;
        const text = textOf(region);
        const isNews = text !== '' && text !== before.get(region);
        before.set(region, text);
        if (isNews && !isFirst) messages.push(text);
      }
    };
    look(true);
    new MutationObserver(() => look(false)).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
    Object.assign(window, { messages });
  });
  return {
    /** Messages since the last call. */
    takeMessages: () => page.evaluate(() => Reflect.get(window, 'messages').splice(0)),
  };
}
