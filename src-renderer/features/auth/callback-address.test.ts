import { expect, test } from 'vitest';
import { findCallbackError } from './callback-address.ts';

test.each([
  ['?error_description=Email+link+is+invalid', '', 'Email link is invalid'],
  [
    '',
    '#error=access_denied&error_description=Email+link+has+expired&sb=',
    'Email link has expired',
  ],
  ['?error_description=From%20the%20query', '#error_description=ignored', 'From the query'],
  ['', '#access_token=x&type=signup', undefined],
  ['?next=1', '', undefined],
])('[A6] the address %s%s shows: %s', (search, hash, message) => {
  expect(findCallbackError({ search, hash })).toBe(message);
});
