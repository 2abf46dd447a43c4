import { expect, test } from 'vitest';
import { verbsOf } from '#tests/support/policy-verbs.ts';
import { auditLogPolicy } from './audit-log.policy.ts';

test('the admin reads what the admin did, and nobody writes it by hand', () => {
  expect(verbsOf(auditLogPolicy, {})).toEqual({
    owner: '',
    other: '',
    guest: '',
    admin: 'select',
  });
});
