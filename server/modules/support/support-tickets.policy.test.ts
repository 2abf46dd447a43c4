import { expect, test } from 'vitest';
import { HER, verbsOf } from '#tests/support/policy-verbs.ts';
import { supportTicketsPolicy } from './support-tickets.policy.ts';

test("she opens a ticket and reads it; answering is the admin's", () => {
  expect(
    verbsOf(supportTicketsPolicy, {
      user_id: HER,
      status: 'open',
      answer: null,
      answered_at: null,
    }),
  ).toEqual({
    owner: 'select insert',
    other: '',
    guest: '',
    admin: 'select insert update delete',
  });
});

test('she cannot open one that is answered already', () => {
  expect(
    verbsOf(supportTicketsPolicy, {
      user_id: HER,
      status: 'open',
      answer: 'Yes',
      answered_at: null,
    }),
  ).toEqual({
    owner: 'select',
    other: '',
    guest: '',
    admin: 'select insert update delete',
  });
});
