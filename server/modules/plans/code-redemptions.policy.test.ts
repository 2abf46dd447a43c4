import { expect, test } from 'vitest';
import { HER, verbsOf } from '#tests/support/policy-verbs.ts';
import { codeRedemptionsPolicy } from './code-redemptions.policy.ts';

test('she sees which code she has redeemed, and writes none herself', () => {
  expect(verbsOf(codeRedemptionsPolicy, { user_id: HER })).toEqual({
    owner: 'select',
    other: '',
    guest: '',
    admin: 'select',
  });
});
