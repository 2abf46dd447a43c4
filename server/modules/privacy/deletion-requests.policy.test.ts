import { expect, test } from 'vitest';
import { HER, verbsOf } from '#tests/support/policy-verbs.ts';
import { deletionRequestsPolicy } from './deletion-requests.policy.ts';

test('she asks to be forgotten and sees how far it is', () => {
  expect(verbsOf(deletionRequestsPolicy, { user_id: HER, status: 'received' })).toEqual({
    owner: 'select insert',
    other: '',
    guest: '',
    admin: 'select insert',
  });
});

test('she cannot say that it is done', () => {
  expect(verbsOf(deletionRequestsPolicy, { user_id: HER, status: 'erased' })).toEqual({
    owner: 'select',
    other: '',
    guest: '',
    admin: 'select insert',
  });
});
