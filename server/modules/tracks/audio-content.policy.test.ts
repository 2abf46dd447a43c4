import { expect, test } from 'vitest';
import { verbsOf } from '#tests/support/policy-verbs.ts';
import { audioContentPolicy } from './audio-content.policy.ts';

test('an enabled track is for everybody', () => {
  expect(verbsOf(audioContentPolicy, { enabled: true })).toEqual({
    owner: 'select',
    other: 'select',
    guest: 'select',
    admin: 'select insert update delete',
  });
});

test("one that is switched off is the admin's alone", () => {
  expect(verbsOf(audioContentPolicy, { enabled: false })).toEqual({
    owner: '',
    other: '',
    guest: '',
    admin: 'select insert update delete',
  });
});
