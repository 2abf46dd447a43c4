import { describe, expect, test } from 'vitest';
import { mergeSmallDays } from './stage-spans.ts';

const span = (from: number, to: number, PREGNANCY: number, BIRTHING = 0, POSTBIRTH = 0) => ({
  from: `2026-01-0${from}`,
  to: `2026-01-0${to}`,
  PREGNANCY,
  BIRTHING,
  POSTBIRTH,
});
const day = (at: number, ...counts: [number, number?, number?]) => span(at, at, ...counts);

describe('plays by stage, of the dashboard', () => {
  test('[D2] a day is shown alone if no stage has a small group', () => {
    const days = [day(1, 5, 9), day(2, 0), day(3, 12, 5, 7)];
    expect(mergeSmallDays(days)).toEqual(days);
  });

  test('[D2][Q1] days with a small group are merged with the following days', () => {
    expect(
      mergeSmallDays([day(1, 9), day(2, 9, 1), day(3, 9, 3), day(4, 2, 1), day(5, 5)]),
    ).toEqual([day(1, 9), span(2, 4, 20, 5), day(5, 5)]);
  });

  test('[D2][Q1] a small group at the end is merged with the previous days', () => {
    expect(mergeSmallDays([day(1, 9), day(2, 9), day(3, 1), day(4, 1)])).toEqual([
      day(1, 9),
      span(2, 4, 11),
    ]);
  });

  test('[D2][Q1] too few plays in all are not shown', () => {
    expect(mergeSmallDays([day(1, 2, 2), day(2, 0, 1)])).toEqual([]);
    expect(mergeSmallDays([])).toEqual([]);
  });
});
