import { expect, test } from 'vitest';
import { formatOpening } from './closed-message.ts';

/** 23 November 2026 is a Monday. */
const at = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute);

test.each([
  ['the same morning', at(24, 7), at(24, 3), 'Opens at 7:00'],
  ['late in the evening', at(24, 7, 5), at(23, 23, 59), 'Opens at 7:05 tomorrow'],
  ['over the weekend', at(30, 18, 30), at(28, 12), 'Opens at 18:30 on Monday'],
  ['with one open day a week', at(30, 8), at(23, 20), 'Opens at 8:00 next Monday'],
])('the next opening is named, %s', (_when, opensAt, now, words) => {
  expect(formatOpening(opensAt, now)).toBe(words);
});
