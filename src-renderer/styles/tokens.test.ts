import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { contrast, toPixel } from '#tests/support/browsers/screenshot-pixels.ts';

const css = readFileSync(resolve(import.meta.dirname, 'tokens.css'), 'utf8');

function tokensOf(selector: string): Map<string, string> {
  const [, block = ''] = css.split(`${selector} {`);
  const found = block.slice(0, block.indexOf('}')).matchAll(/--([\w-]+): (#[0-9a-f]{6});/g);
  return new Map([...found].map(([, name = '', value = '']) => [name, value]));
}

// axe does not see generated content, such as the numbers of lists.
test.each([
  ['light', '.light'],
  ['dark', ':root:has(.labour-screen)'],
])('in the %s theme texts have a contrast of 4.5, and the focus ring of 3', (_, selector) => {
  const tokens = tokensOf(selector);
  const contrasts = ['ink', 'ink-2', 'ink-3', 'danger', 'success', 'notice'].flatMap((text) =>
    ['bg', 'sunken', 'surface', 'fill'].map((background) => ({
      pair: `${text} on ${background}`,
      contrast: contrast(toPixel(tokens.get(text) ?? ''), toPixel(tokens.get(background) ?? '')),
    })),
  );
  expect(contrasts.filter(({ contrast }) => !(contrast >= 4.5))).toEqual([]);
  const ring = toPixel(tokens.get('focus') ?? '');
  for (const background of ['bg', 'sunken', 'surface', 'fill']) {
    expect(contrast(ring, toPixel(tokens.get(background) ?? ''))).toBeGreaterThanOrEqual(3);
  }
});
