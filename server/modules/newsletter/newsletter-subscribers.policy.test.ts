import { expect, test } from 'vitest';
import { verbsOf } from '#tests/support/policy-verbs.ts';
import { newsletterSubscribersPolicy } from './newsletter-subscribers.policy.ts';

test('the list of letters is read by the admin; no row says by itself that somebody joined', () => {
  expect(verbsOf(newsletterSubscribersPolicy, {})).toEqual({
    owner: '',
    other: '',
    guest: '',
    admin: 'select',
  });
});
