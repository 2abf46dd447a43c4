import { expect, test } from 'vitest';
import { accentsOf, LAYERS, shortcutsFor } from './keyboard-layout.ts';

test('every printable ASCII character can be typed into a password field', () => {
  const keys = new Set([
    ...Object.values(LAYERS).flatMap((rows) => [...rows.join('')]),
    ...[...LAYERS.letters.join('').toUpperCase()],
    ...shortcutsFor('password'),
    ' ',
  ]);
  const ascii = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));
  expect(ascii.filter((character) => !keys.has(character))).toEqual([]);
});

test('a long press of a letter offers its accented forms', () => {
  expect(accentsOf('e')).toContain('é');
  expect(accentsOf('q')).toEqual([]);
});
