import { expect, test } from 'vitest';
import { applyGift, isForLife } from './plan-gift.ts';

const NOW = Date.parse('2026-11-21T12:00:00.000Z');
const plan = (plan_type: string, end_date: string | null, status = 'active') => ({
  plan_type,
  status,
  start_date: '2026-10-01T08:00:00.000Z',
  end_date,
});
const months = (plan_length: number) => ({ plan_type: 'Monthly', plan_length }) as const;
const days = (plan_length: number) => ({ plan_type: 'Trial', plan_length }) as const;
const lifetime = { plan_type: 'Lifetime', plan_length: null } as const;

test('a gift begins now if there is no plan, or if the plan has ended', () => {
  const begun = {
    plan_type: 'Monthly',
    status: 'active',
    start_date: '2026-11-21T12:00:00.000Z',
    end_date: '2027-02-21T23:59:59.999Z',
  };
  expect(applyGift(undefined, months(3), NOW)).toEqual(begun);
  expect(applyGift(plan('Trial', '2026-11-21T12:00:00.000Z'), months(3), NOW)).toEqual(begun);
  expect(applyGift(plan('Lifetime', null, 'ended'), months(3), NOW)).toEqual(begun);
});

test('a plan keeps its name unless the code gives a larger plan', () => {
  const end = '2026-12-01T23:59:59.999Z';
  expect(applyGift(plan('Trial', end), months(1), NOW).plan_type).toBe('Monthly');
  expect(applyGift(plan('Monthly', end), days(3), NOW).plan_type).toBe('Monthly');
  expect(applyGift(plan('Premium', end), months(1), NOW).plan_type).toBe('Premium');
  expect(applyGift(plan('Premium', end), lifetime, NOW).plan_type).toBe('Lifetime');
});

test('only a running plan without an end is a lifetime plan', () => {
  expect(isForLife(plan('Lifetime', null), NOW)).toBe(true);
  expect(isForLife(plan('Lifetime', null, 'ended'), NOW)).toBe(false);
  expect(isForLife(plan('Lifetime', '2026-12-01T00:00:00.000Z'), NOW)).toBe(false);
  expect(isForLife(undefined, NOW)).toBe(false);
});
