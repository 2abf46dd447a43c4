import { describe, expect, test } from 'vitest';
import { continueLabel, formatClock, formatLength, formatProgress } from './format.ts';

describe('a time display', () => {
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
    'an invalid time (%d) is shown as 0:00',
    (seconds) => {
      expect(formatClock(seconds)).toBe('0:00');
    },
  );
});

test('[P2] a duration is rounded to whole seconds like the stored one: 61.6 seconds are 1:02', () => {
  expect(formatLength(61.6)).toBe('1:02');
});

test('an unknown duration is not shown', () => {
  expect([0, Number.NaN].map(formatLength)).toEqual(['', '']);
  expect(formatProgress(61, 0)).toBe('1:01');
  expect(formatProgress(61, 179)).toBe('1:01 of 2:59');
});

test('a position is shown with the time left at the current speed', () => {
  expect(continueLabel(372.4, 900, 1)).toBe('Continue from 6:12, 8:48 left');
  expect(continueLabel(372.4, 900, 1.25)).toBe('Continue from 6:12, 7:02 left');
});
