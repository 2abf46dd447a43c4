import { expect, test } from 'vitest';
import { HER, verbsOf } from '#tests/support/policy-verbs.ts';
import { notificationReadsPolicy } from './notification-reads.policy.ts';

test('what she has read is her affair; the admin may note any', () => {
  expect(verbsOf(notificationReadsPolicy, { user_id: HER })).toEqual({
    owner: 'select insert update delete',
    other: '',
    guest: '',
    admin: 'select insert update delete',
  });
});
