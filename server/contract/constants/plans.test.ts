import { expect, test } from 'vitest';
import { addMonths, dayOf, endOfDay, isPlanActive } from './plans.ts';

const END = '2026-12-21T23:59:59.999Z';
const at = (moment: string) => Date.parse(moment);

test('an active plan ends exactly at its end date, to the millisecond and in any time zone', () => {
  const plan = { status: 'active', end_date: END };
  expect(isPlanActive(plan, at('2026-12-21T23:59:59.998Z'))).toBe(true);
  expect(isPlanActive(plan, at(END))).toBe(false);
  expect(isPlanActive(plan, at('2026-12-22T00:00:00.000Z'))).toBe(false);
  // The same time in another time zone.
  const elsewhere = { status: 'active', end_date: '2026-12-22T01:59:59.999+02:00' };
  expect(isPlanActive(elsewhere, at('2026-12-21T23:59:59.998Z'))).toBe(true);
  expect(isPlanActive(elsewhere, at(END))).toBe(false);
});

test.each([
  ['2026-11-21', 1, '2026-12-21'],
  ['2027-01-31', 1, '2027-02-28'],
  ['2026-12-31', 1, '2027-01-31'],
  ['2027-08-31', 6, '2028-02-29'],
] as const)('%s and %i months is %s', (day, months, end) => {
  expect(dayOf(addMonths(new Date(`${day}T12:00:00Z`), months))).toBe(end);
});

test('a plan includes its whole last day', () => {
  expect(endOfDay('2026-12-21')).toBe(END);
});
