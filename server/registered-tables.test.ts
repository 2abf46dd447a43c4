import { expect, test } from 'vitest';
import { sampleUuid } from '#db/seeds/sample-uuid.ts';
import type { Actor } from '#server/core/actors/actor.ts';
import { createAppRegistry } from './registered-tables.ts';

const { tables } = createAppRegistry();

const own = { user_id: sampleUuid('user', 1) };
const owner: Actor = {
  role: 'authenticated',
  userId: own.user_id,
  sessionId: null,
  audience: { stage: null, isPaused: false },
};
const ticket = { ...own, status: 'open', answer: null, answered_at: null };

// Permissions that depend on the row's content; tests/contract/tables/roles.test.ts covers every table.
test.each([
  ['a received', 'deletion_requests', true, { ...own, status: 'received' }],
  ['an erased', 'deletion_requests', false, { ...own, status: 'erased' }],
  ['an open', 'support_tickets', true, ticket],
  ['an answered', 'support_tickets', false, { ...ticket, answer: 'Yes' }],
])('a user may insert %s row of %s: %s', (_state, table, isAllowed, row) => {
  const now = '2026-03-01T12:00:00.000Z';
  const policy = tables.get(table)?.policy;
  expect(policy?.insert.allows(owner, row as never, now)).toBe(isAllowed);
  expect(policy?.select.allows(owner, row as never, now)).toBe(true);
});
