import { expect, test } from 'vitest';
import { mergeSmallDays } from './stage-spans.ts';

// The dashboard's API test covers the merging of days.
const day = (date: string, PREGNANCY: number, BIRTHING: number) => ({
  from: date,
  to: date,
  PREGNANCY,
  BIRTHING,
  POSTBIRTH: 0,
});

test('[D2][Q1] plays by stage are not shown if there are too few in total', () => {
  expect(mergeSmallDays([day('2026-01-01', 2, 2), day('2026-01-02', 0, 1)])).toEqual([]);
  expect(mergeSmallDays([])).toEqual([]);
});

test('[D2][Q1] a last group that is too small is merged until no stage has fewer than five plays', () => {
  const days = [day('2026-01-01', 0, 5), day('2026-01-02', 5, 0), day('2026-01-03', 0, 1)];
  expect(mergeSmallDays(days)).toEqual([{ ...day('2026-01-01', 5, 6), to: '2026-01-03' }]);
  expect(mergeSmallDays(days.slice(1))).toEqual([]);
});
