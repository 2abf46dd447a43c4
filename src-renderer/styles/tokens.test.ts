import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const css = readFileSync(resolve(import.meta.dirname, 'tokens.css'), 'utf8');

function tokensOf(selector: string): Map<string, string> {
  const [, block = ''] = css.split(`${selector} {`);
  const found = block.slice(0, block.indexOf('\n}')).matchAll(/--([\w-]+): (#[0-9a-f]{6});/g);
  return new Map([...found].map(([, name = '', value = '']) => [name, value]));
}

/** Relative luminance of WCAG 2.2. */
function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrastOf(one: string, two: string): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(two)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

// axe does not see generated content, such as the numbers of lists.
test.each([
  ['light', '.light'],
  ['dark', ':root:has(.labour-screen)'],
])('in the %s theme every text colour has a contrast of 4.5 on every background', (_, selector) => {
  const tokens = tokensOf(selector);
  const contrasts = ['ink', 'ink-2', 'ink-3', 'danger', 'success', 'notice'].flatMap((text) =>
    ['bg', 'sunken', 'surface', 'fill'].map((background) => ({
      pair: `${text} on ${background}`,
      contrast: contrastOf(tokens.get(text) ?? '', tokens.get(background) ?? ''),
    })),
  );
  expect(contrasts.filter(({ contrast }) => !(contrast >= 4.5))).toEqual([]);
});
