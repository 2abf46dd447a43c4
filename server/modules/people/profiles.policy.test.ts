import { expect, test } from 'vitest';
import { HER, verbsOf } from '#tests/support/policy-verbs.ts';
import { profilesPolicy } from './profiles.policy.ts';

test("her profile is hers and the admin's; it goes with the account", () => {
  expect(verbsOf(profilesPolicy, { id: HER })).toEqual({
    owner: 'select insert update',
    other: '',
    guest: '',
    admin: 'select insert update delete',
  });
});
