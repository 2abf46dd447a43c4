import { expect, test } from 'vitest';
import { verbsOf } from '#tests/support/policy-verbs.ts';
import { centreCodesPolicy } from './centre-codes.policy.ts';

test('codes of centres are read by the admin; endpoints make and end them', () => {
  expect(verbsOf(centreCodesPolicy, {})).toEqual({
    owner: '',
    other: '',
    guest: '',
    admin: 'select',
  });
});
