import { expect, test } from 'vitest';
import { HER, verbsOf } from '#tests/support/policy-verbs.ts';
import { playbackPositionsPolicy } from './playback-positions.policy.ts';

test('where she stopped is hers, and the admin does not see it', () => {
  expect(verbsOf(playbackPositionsPolicy, { user_id: HER })).toEqual({
    owner: 'select insert update delete',
    other: '',
    guest: '',
    admin: '',
  });
});
