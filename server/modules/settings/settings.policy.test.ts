import { expect, test } from 'vitest';
import { PUBLIC_SETTING_KEYS } from '#contract/rows/settings.ts';
import { verbsOf } from '#tests/support/policy-verbs.ts';
import { settingsPolicy } from './settings.policy.ts';

test('everybody reads a public setting', () => {
  expect(verbsOf(settingsPolicy, { key: PUBLIC_SETTING_KEYS[0] })).toEqual({
    owner: 'select',
    other: 'select',
    guest: 'select',
    admin: 'select insert update delete',
  });
});

test("any other is the admin's", () => {
  expect(verbsOf(settingsPolicy, { key: 'smtp' })).toEqual({
    owner: '',
    other: '',
    guest: '',
    admin: 'select insert update delete',
  });
});
