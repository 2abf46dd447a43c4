import { expect, test } from 'vitest';
import { mergeSmallDays } from './stage-spans.ts';

// The dashboard's API test covers the merging of days.
test('[D2][Q1] plays by stage are not shown if there are too few in total', () => {
  const day = (date: string, PREGNANCY: number, BIRTHING: number) => ({
    from: date,
    to: date,
    PREGNANCY,
    BIRTHING,
    POSTBIRTH: 0,
  });
  expect(mergeSmallDays([day('2026-01-01', 2, 2), day('2026-01-02', 0, 1)])).toEqual([]);
  expect(mergeSmallDays([])).toEqual([]);
});
