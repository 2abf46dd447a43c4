import { describe, expect, test } from 'vitest';
import { axisTop, groupDays } from './bars.ts';

const days = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    day: new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10),
  }));

describe('the bars of the dashboard', () => {
  test('[D2] a year is shown in weeks that end today, and loses no day', () => {
    const { spans, isWeekly } = groupDays(days(365));
    expect(isWeekly).toBe(true);
    expect(spans).toHaveLength(53);
    expect(spans[0]).toEqual([{ day: '2026-01-01' }]);
    expect(spans.at(-1)?.[0]).toEqual({ day: '2026-12-25' });
    expect(spans.flat()).toHaveLength(365);
  });

  test.each([
    [0, 4],
    [5, 10],
    [41, 100],
    [999, 1000],
  ])('[D2] the axis over %i plays ends at %i', (most, top) => {
    expect(axisTop(most)).toBe(top);
  });
});
