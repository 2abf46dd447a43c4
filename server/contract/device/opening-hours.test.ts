import { describe, expect, test } from 'vitest';
import { findOpening, isOpenAt, type OpeningHours, openingHoursSchema } from './opening-hours.ts';

const DAY = { from: '08:00', to: '20:00' };
/** Open on weekdays by day, on Saturday until after midnight, and closed on Sunday. */
const HOURS: OpeningHours = [DAY, DAY, DAY, DAY, DAY, { from: '18:00', to: '02:30' }, null];
/** 23 November 2026 is a Monday. */
const at = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute);

describe('opening hours', () => {
  test.each([
    ['before it opens', false, at(23, 7, 59)],
    ['on the minute it opens', true, at(23, 8)],
    ['before it closes', true, at(23, 19, 59)],
    ['on the minute it closes', false, at(23, 20)],
    ['late on Saturday', true, at(28, 23, 59)],
    ['after midnight, which is still Saturday night', true, at(29, 2, 29)],
    ['when Saturday night has ended', false, at(29, 2, 30)],
    ['on Sunday, which is closed', false, at(29, 12)],
  ])('%s, `isOpenAt` is %s', (_when, isOpen, moment) => {
    expect(isOpenAt(HOURS, moment)).toBe(isOpen);
  });

  test('without hours it is always open', () => {
    expect(isOpenAt(null, at(29, 3))).toBe(true);
    expect(findOpening(null, at(29, 3))).toBeUndefined();
  });

  test('midnight to midnight is the whole day', () => {
    const always = Array.from({ length: 7 }, () => ({ from: '00:00', to: '00:00' }));
    for (const hour of [0, 3, 12, 23]) expect(isOpenAt(always, at(25, hour))).toBe(true);
  });

  test('the next opening is today, tomorrow, or after the weekend', () => {
    expect(findOpening(HOURS, at(23, 3))).toEqual(at(23, 8));
    expect(findOpening(HOURS, at(23, 21))).toEqual(at(24, 8));
    expect(findOpening(HOURS, at(29, 3))).toEqual(at(30, 8));
    const onceAWeek = HOURS.map((day, index) => (index === 0 ? day : null));
    expect(findOpening(onceAWeek, at(23, 9))).toEqual(at(30, 8));
    expect(
      findOpening(
        HOURS.map(() => null),
        at(23, 9),
      ),
    ).toBeUndefined();
  });

  test.each([
    ['six days', HOURS.slice(1)],
    ['25 o’clock', HOURS.map(() => ({ from: '25:00', to: '26:00' }))],
    ['a word', 'always'],
  ])('%s: refused as opening hours', (_what, hours) => {
    expect(openingHoursSchema.safeParse(hours).success).toBe(false);
  });
});
