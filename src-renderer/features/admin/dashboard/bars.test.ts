import { describe, expect, test } from 'vitest';
import { toBars, topOf } from './bars.ts';

const days = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    day: new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10),
    plays: 1,
  }));

describe('the bars of the dashboard', () => {
  test('[D2] a quarter is shown day by day', () => {
    expect(toBars(days(90))).toEqual({ bars: days(90), isWeekly: false });
  });

  test('[D2] a year is shown in weeks that end today, and loses no play', () => {
    const { bars, isWeekly } = toBars(days(365));
    expect(isWeekly).toBe(true);
    expect(bars).toHaveLength(53);
    expect(bars[0]).toEqual({ day: '2026-01-01', plays: 1 });
    expect(bars.at(-1)).toEqual({ day: '2026-12-25', plays: 7 });
    expect(bars.reduce((sum, { plays }) => sum + plays, 0)).toBe(365);
  });

  test.each([
    [0, 4],
    [4, 4],
    [5, 10],
    [11, 20],
    [21, 40],
    [41, 100],
    [999, 1000],
  ])('[D2] the axis over %i plays ends at %i', (most, top) => {
    expect(topOf(most)).toBe(top);
  });
});
