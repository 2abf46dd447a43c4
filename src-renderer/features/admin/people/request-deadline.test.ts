import { expect, test } from 'vitest';
import type { DeletionRequest } from '#contract/rows/deletion-requests.ts';
import { describeDeadline } from './request-deadline.ts';

const DAY_MS = 24 * 60 * 60_000;
const RECEIVED = Date.parse('2026-01-01T10:00:00Z');

/** A request with only the fields that the page reads. */
const request = (part: Partial<DeletionRequest> = {}) => {
  const times = { created_at: '2026-01-01T10:00:00.000+00:00', erased_at: null, refused_at: null };
  return { ...times, status: 'confirmed', due_at: null, ...part } as DeletionRequest;
};

test.each([
  [27.9, 'Day 28 of 30', false],
  [28, '2 days left to answer', true],
  [30, 'Answer today', true],
  [31, '1 day late', true],
])('%s days after its arrival, a request shows the time left', (days, text, isUrgent) => {
  expect(describeDeadline(request(), RECEIVED + days * DAY_MS)).toEqual({ text, isUrgent });
  const unconfirmed = request({ status: 'received' });
  expect(describeDeadline(unconfirmed, RECEIVED + days * DAY_MS).isUrgent).toBe(isUrgent);
});

test.each([
  [0, '30 days until it is erased'],
  [29.5, '1 day until it is erased'],
  [30.1, 'Erased within the hour'],
])('a request shows when the user is erased: %s days after the approval', (days, text) => {
  const due_at = new Date(RECEIVED + 30 * DAY_MS).toISOString();
  const approved = request({ status: 'approved', due_at });
  expect(describeDeadline(approved, RECEIVED + days * DAY_MS)).toEqual({ text, isUrgent: false });
});

test('a closed request shows how and when it ended', () => {
  const erased = request({ status: 'erased', erased_at: '2026-01-09T10:00:00.000+00:00' });
  const refused = request({ status: 'refused', refused_at: '2026-01-09T10:00:00.000+00:00' });
  expect(describeDeadline(erased, RECEIVED).text).toBe('Erased on 9 January 2026');
  expect(describeDeadline(refused, RECEIVED).text).toBe('Refused on 9 January 2026');
});
