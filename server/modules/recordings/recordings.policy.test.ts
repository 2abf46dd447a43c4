import { expect, test } from 'vitest';
import { verbsOf } from '#tests/support/policy-verbs.ts';
import { recordingsPolicy } from './recordings.policy.ts';

test('what was measured is read by the admin and written by the program', () => {
  expect(verbsOf(recordingsPolicy, {})).toEqual({
    owner: '',
    other: '',
    guest: '',
    admin: 'select',
  });
});
