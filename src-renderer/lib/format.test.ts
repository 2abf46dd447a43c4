import { describe, expect, test } from 'vitest';
import { formatClock, formatMinutes } from './format.ts';

describe('a clock', () => {
  test.each([
    [0, '0:00'],
    [7.9, '0:07'],
    [60, '1:00'],
    [372, '6:12'],
    [3725, '62:05'],
  ])('[P2] %d seconds are shown as %s', (seconds, shown) => {
    expect(formatClock(seconds)).toBe(shown);
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, -3])(
    'what is not a time (%d) shows as 0:00',
    (seconds) => {
      expect(formatClock(seconds)).toBe('0:00');
    },
  );
});

describe('a length', () => {
  test.each([
    [900, '15 min'],
    [179, '3 min'],
    [20, '1 min'],
    [0, '0 min'],
    [Number.NaN, '0 min'],
  ])('%d seconds are about %s', (seconds, shown) => {
    expect(formatMinutes(seconds)).toBe(shown);
  });
});
