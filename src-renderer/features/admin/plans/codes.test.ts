import { expect, test } from 'vitest';
import type { CentreCode } from '#contract/rows/centre-codes.ts';
import { codeAddress, codeStateOf, giftOf } from './codes.ts';

const END = '2026-12-21T23:59:59.999+00:00';
const code: CentreCode = {
  id: 1,
  centre_name: 'The Manger',
  code: 'ABCD2345',
  plan_type: 'Monthly',
  plan_length: 3,
  uses_allowed: 20,
  used_count: 19,
  valid_until: END,
  ended_at: null,
  created_at: '2026-11-21T08:00:00.000+00:00',
};
const now = Date.parse(END);

test('a code is active to the last millisecond of its last day, while it has uses left', () => {
  expect(codeStateOf(code, now)).toBe('active');
  expect(codeStateOf(code, now + 1)).toBe('expired');
  expect(codeStateOf({ ...code, used_count: 20 }, now)).toBe('used up');
  expect(codeStateOf({ ...code, ended_at: code.created_at }, now)).toBe('ended');
});

test('a card states the plan of its code', () => {
  expect(giftOf(code)).toBe('3 months of premium access');
  expect(giftOf({ ...code, plan_type: 'Trial', plan_length: 1 })).toBe('1 day of premium access');
  expect(giftOf({ ...code, plan_type: 'Lifetime', plan_length: null })).toBe(
    'Premium access for life',
  );
});

test('a card links to the page with its code', () => {
  expect(codeAddress('https://songs.example', code)).toBe(
    'https://songs.example/subscription?code=ABCD-2345',
  );
});
