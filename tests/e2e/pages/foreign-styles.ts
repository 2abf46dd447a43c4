import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Page } from 'playwright';

/** Every sheet of the build; a kiosk's are loaded only there. */
const SHEETS = readdirSync(resolve(import.meta.dirname, '../../../out/renderer/assets')).filter(
  (file) => file.endsWith('.css') && !file.startsWith('kiosk'),
);

/** Elements that look different after visits to other pages, because the sheets of those pages stay in the document. */
export const findForeignStyles = (page: Page): Promise<string[]> =>
  page.evaluate(async (sheets) => {
    const names =
      'display position margin padding gap color background-color border-width border-color border-radius font-size font-weight line-height text-align opacity';
    const looksOf = (element: Element) => {
      const style = getComputedStyle(element);
      return names.split(' ').map((name) => `${name}: ${style.getPropertyValue(name)}`);
    };
    // Even with reduced motion a new colour takes effect in the next frame.
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    const before = [...document.querySelectorAll('body *')].map((element) => ({
      element,
      looks: looksOf(element),
    }));
    const known = new Set([...document.styleSheets].map(({ href }) => href?.split('/').at(-1)));
    const links = sheets
      .filter((file) => !known.has(file))
      .map((file) =>
        Object.assign(document.createElement('link'), {
          rel: 'stylesheet',
          href: `/assets/${file}`,
        }),
      );
    await Promise.all(
      links.map(
        (link) =>
          new Promise((loaded) => {
            link.addEventListener('load', loaded);
            document.head.append(link);
          }),
      ),
    );
    const changed = before.flatMap(({ element, looks }) => {
      const now = element.isConnected ? looksOf(element) : looks;
      const other = now.filter((look, at) => look !== looks[at]);
      return other.length > 0
        ? [`${element.localName}.${element.getAttribute('class')}: ${other.join('; ')}`]
        : [];
    });
    for (const link of links) link.remove();
    return changed;
  }, SHEETS);
