import { expect, test } from 'vitest';
import { defaultLastDay, isExpiring, toEndDate } from './plans.ts';

test.each([
  ['Lifetime', '2026-11-21', ''],
  ['Monthly', '2026-11-21', '2026-12-21'],
  ['Trial', '2026-12-30', '2027-01-02'],
] as const)('%s, granted on %s, ends on "%s"', (plan, day, end) => {
  expect(defaultLastDay(plan, new Date(`${day}T12:00:00Z`), 3)).toBe(end);
});

test('a plan includes its whole last day, and a plan without an end has none', () => {
  expect(toEndDate('2026-12-21')).toBe('2026-12-21T23:59:59.999Z');
  expect(toEndDate('')).toBeNull();
});

test('only an active plan whose end is near is expiring', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  const plan = (status: string, end_date: string | null) => isExpiring({ status, end_date }, now);
  expect(plan('active', '2026-11-30T00:00:00Z')).toBe(true);
  expect(plan('active', '2026-12-30T00:00:00Z')).toBe(false);
  expect(plan('active', '2026-12-05T12:00:00.000Z')).toBe(true);
  expect(plan('active', '2026-12-05T12:00:00.001Z')).toBe(false);
  expect(plan('active', '2026-11-21T12:00:00.000Z')).toBe(false);
  expect(plan('active', '2026-11-20T00:00:00Z')).toBe(false);
  expect(plan('ended', '2026-11-30T00:00:00Z')).toBe(false);
  expect(plan('active', null)).toBe(false);
});
