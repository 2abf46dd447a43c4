import { expect, test } from 'vitest';
import { lastVisitOf } from './last-visit.ts';

const at = (hour: number, minute = 0) => new Date(Date.UTC(2026, 0, 5, hour, minute)).toISOString();

test('[D2] the last visit is the visit before the current one, and a visit may have several sign-ins', () => {
  expect(lastVisitOf([at(15, 30), at(15), at(9, 40), at(9, 10), at(2)])).toBe(at(9, 40));
});

test('[D2] there is no last visit during the first one', () => {
  expect(lastVisitOf([])).toBeNull();
  expect(lastVisitOf([at(9)])).toBeNull();
  expect(lastVisitOf([at(9, 30), at(9)])).toBeNull();
});
