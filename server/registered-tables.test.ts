import { expect, test } from 'vitest';
import { currentConsentText } from '#contract/constants/consent-texts.ts';
import { sampleUuid } from '#db/seeds/sample-uuid.ts';
import type { Actor } from '#server/core/actors/actor.ts';
import { createAppRegistry } from './registered-tables.ts';

const { tables } = createAppRegistry({ premiumGate: false });

const own = { user_id: sampleUuid('user', 1) };
const owner: Actor = {
  role: 'authenticated',
  userId: own.user_id,
  sessionId: null,
  audience: { stage: null, isPaused: false },
};
const consent = { ...own, kind: 'play_log', text_version: currentConsentText('play_log').version };
const ticket = { ...own, status: 'open', answer: null, answered_at: null };

// Only permissions that depend on the row's content; tests/contract/tables/roles.test.ts covers every table.
test.each([
  ['consents', 'to the current text', consent, true],
  ['consents', 'to an older text', { ...consent, text_version: 'older' }, false],
  ['consents', 'to the newsletter', { ...consent, kind: 'newsletter' }, false],
  ['deletion_requests', 'received', { ...own, status: 'received' }, true],
  ['deletion_requests', 'erased', { ...own, status: 'erased' }, false],
  ['support_tickets', 'open', ticket, true],
  ['support_tickets', 'answered', { ...ticket, answer: 'Yes' }, false],
])('a row of %s, %s, may be written by its owner: %4$s', (table, _row, row, isAllowed) => {
  const now = '2026-03-01T12:00:00.000Z';
  const policy = tables.get(table)?.policy;
  expect(policy?.insert.allows(owner, row as never, now)).toBe(isAllowed);
  expect(policy?.select.allows(owner, row as never, now)).toBe(true);
});
