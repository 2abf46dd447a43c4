const STYLE = / style="([^"]*)"/g;
const UNSAFE = /[<>{}\\]|url\(|@/i;

/**
 * Markup may bring no styles, but one sheet may stand in the document, known by its hash: what single
 * elements need (the ground of a cover) is written there. The script sets the same by itself later.
 */
export function collectStyles(content: string): { content: string; sheet: string } {
  const numbers = new Map<string, number>();
  const without = content.replaceAll(STYLE, (_, css: string) => {
    if (UNSAFE.test(css)) return '';
    const number = numbers.get(css) ?? numbers.size;
    numbers.set(css, number);
    return ` data-s="${number}"`;
  });
  const rules = [...numbers].map(([css, number]) => `[data-s="${number}"]{${decode(css)}}`);
  return { content: without, sheet: rules.join('') };
}

const decode = (css: string) =>
  css.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&amp;', '&');
