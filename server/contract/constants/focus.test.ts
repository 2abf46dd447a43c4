import { expect, test } from 'vitest';
import { readFocus, writeFocus } from './focus.ts';

test('a focal point is read as it was written', () => {
  for (const place of [
    { x: 0, y: 100 },
    { x: 7, y: 50 },
  ]) {
    expect(readFocus(writeFocus(place))).toEqual(place);
  }
});

test('a focal point outside the picture is moved to its edge', () => {
  expect(writeFocus({ x: -3, y: 180.4 })).toBe('0% 100%');
});

test.each([null, undefined, '', '50%', '50 40', '101% 0%', '050% 10%', '5.5% 10%', '50% 40%;'])(
  '%j is not a focal point',
  (text) => {
    expect(readFocus(text)).toBeUndefined();
  },
);
