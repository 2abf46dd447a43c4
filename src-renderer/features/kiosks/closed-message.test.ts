import { expect, test } from 'vitest';
import { formatOpening } from './closed-message.ts';

/** 23 November 2026 is a Monday. */
const at = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute);

test.each([
  ['the same morning', at(24, 7), at(24, 3), 'Opens at 7:00'],
  ['late in the evening', at(24, 7, 5), at(23, 23, 59), 'Opens at 7:05 tomorrow'],
  ['over the weekend', at(30, 18, 30), at(28, 12), 'Opens at 18:30 on Monday'],
  ['on one day of the week alone', at(30, 8), at(23, 20), 'Opens at 8:00 next Monday'],
])('names the next opening, %s', (_when, opensAt, now, words) => {
  expect(formatOpening(opensAt, now)).toBe(words);
});

test('counts a night with a clock change as one night', () => {
  // Daylight saving time ends on 25 October and begins on 28 March 2027 in much of Europe.
  for (const [month, day] of [[9, 24] as const, [2, 27] as const]) {
    const evening = new Date(2026 + (month === 2 ? 1 : 0), month, day, 22);
    const morning = new Date(evening.getFullYear(), month, day + 1, 7);
    expect(formatOpening(morning, evening)).toBe('Opens at 7:00 tomorrow');
  }
});
