import { expect, test } from 'vitest';
import { HER, verbsOf } from '#tests/support/policy-verbs.ts';
import { subscriptionsPolicy } from './subscriptions.policy.ts';

test('she sees her plan and cannot give herself one', () => {
  expect(verbsOf(subscriptionsPolicy, { user_id: HER })).toEqual({
    owner: 'select',
    other: '',
    guest: '',
    admin: 'select insert update delete',
  });
});
