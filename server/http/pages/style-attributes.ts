const STYLE = / style="([^"]*)"/g;
const UNSAFE = /[<>{}\\]|url\(|@/i;

/**
 * Moves inline style attributes into one style sheet. The CSP forbids the attributes, and hydration would not
 * set them; the sheet is allowed by its hash.
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
