import { expect, test } from 'vitest';
import { verbsOf } from '#tests/support/policy-verbs.ts';
import { changeLogPolicy } from './change-log.policy.ts';

test('the admin reads changes of what the admin sees anyway', () => {
  expect(verbsOf(changeLogPolicy, { table_name: 'audio_content' })).toEqual({
    owner: '',
    other: '',
    guest: '',
    admin: 'select',
  });
});

test('of her hearts the log tells nobody', () => {
  expect(verbsOf(changeLogPolicy, { table_name: 'favorites' })).toEqual({
    owner: '',
    other: '',
    guest: '',
    admin: '',
  });
});
