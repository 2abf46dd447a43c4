import { expect, test } from 'vitest';
import { currentConsentText } from '#contract/words/consent-texts.ts';
import { HER, verbsOf } from '#tests/support/policy-verbs.ts';
import { consentsPolicy } from './consents.policy.ts';

const TODAY = currentConsentText('play_log').version;

test('she answers for herself to the words of today, and an answer stays', () => {
  expect(verbsOf(consentsPolicy, { user_id: HER, kind: 'play_log', text_version: TODAY })).toEqual({
    owner: 'select insert',
    other: '',
    guest: '',
    admin: 'select',
  });
});

test('she does not answer to words of another day', () => {
  expect(
    verbsOf(consentsPolicy, { user_id: HER, kind: 'play_log', text_version: 'older' }),
  ).toEqual({
    owner: 'select',
    other: '',
    guest: '',
    admin: 'select',
  });
});

test('the letter by mail has its own list', () => {
  expect(
    verbsOf(consentsPolicy, { user_id: HER, kind: 'newsletter', text_version: TODAY }),
  ).toEqual({
    owner: 'select',
    other: '',
    guest: '',
    admin: 'select',
  });
});
