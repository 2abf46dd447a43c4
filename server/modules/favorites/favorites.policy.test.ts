import { expect, test } from 'vitest';
import { HER, verbsOf } from '#tests/support/policy-verbs.ts';
import { favoritesPolicy } from './favorites.policy.ts';

test('her hearts are hers alone, and none of them can be changed', () => {
  expect(verbsOf(favoritesPolicy, { user_id: HER })).toEqual({
    owner: 'select insert delete',
    other: '',
    guest: '',
    admin: '',
  });
});
