import { expect, test } from 'vitest';
import { verbsOf } from '#tests/support/policy-verbs.ts';
import { tombstonesPolicy } from './tombstones.policy.ts';

test('the hashes of the erased are read by the admin and written by erasure alone', () => {
  expect(verbsOf(tombstonesPolicy, {})).toEqual({
    owner: '',
    other: '',
    guest: '',
    admin: 'select',
  });
});
