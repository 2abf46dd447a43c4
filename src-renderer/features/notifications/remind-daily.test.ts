import { describe, expect, test, vi } from 'vitest';
import { nextAt, remindDaily } from './remind-daily.ts';

describe('the next occurrence of a time of day', () => {
  test.each([
    ['is later today', '2026-11-21T03:00:00', '20:00', '2026-11-21T20:00:00'],
    ['is tomorrow if it has passed today', '2026-11-21T20:00:01', '20:00', '2026-11-22T20:00:00'],
    [
      'has the same time after a night of 23 hours',
      '2026-03-28T20:30:00',
      '20:00',
      '2026-03-29T20:00:00',
    ],
  ])('%s', (_what, now, time, next) => {
    expect(nextAt(time, new Date(now))).toEqual(new Date(next));
  });
});

test('a daily reminder is skipped when the machine slept through it, and fires on every later day', () => {
  vi.useFakeTimers({ now: new Date('2026-11-21T19:59:00') });
  const onTime = vi.fn<() => void>();
  remindDaily('20:00', onTime);
  vi.setSystemTime(new Date('2026-11-22T07:00:00'));
  vi.advanceTimersByTime(60_000);
  expect(onTime).not.toHaveBeenCalled();
  vi.advanceTimersByTime(13 * 3_600_000);
  expect(onTime).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(2 * 24 * 3_600_000);
  expect(onTime).toHaveBeenCalledTimes(3);
});
