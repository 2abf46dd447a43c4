import { expect, test } from 'vitest';
import { HER, verbsOf } from '#tests/support/policy-verbs.ts';
import { userActivityPolicy } from './user-activity.policy.ts';

test('what she played is known to her alone, and stays as it was', () => {
  expect(verbsOf(userActivityPolicy, { user_id: HER })).toEqual({
    owner: 'select insert',
    other: '',
    guest: '',
    admin: '',
  });
});
