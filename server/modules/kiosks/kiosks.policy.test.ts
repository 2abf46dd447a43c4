import { expect, test } from 'vitest';
import { verbsOf } from '#tests/support/policy-verbs.ts';
import { kiosksPolicy } from './kiosks.policy.ts';

test("a kiosk is the admin's to read; it changes below /admin/v1", () => {
  expect(verbsOf(kiosksPolicy, {})).toEqual({
    owner: '',
    other: '',
    guest: '',
    admin: 'select',
  });
});
