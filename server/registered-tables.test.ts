import { describe, expect, test } from 'vitest';
import { currentConsentText } from '#contract/constants/consent-texts.ts';
import { PUBLIC_SETTING_KEYS } from '#contract/rows/settings.ts';
import { sampleUuid } from '#db/seeds/sample-uuid.ts';
import { type Actor, ANON } from '#server/core/actors/actor.ts';
import { createAppRegistry } from './registered-tables.ts';

const { tables } = createAppRegistry({ premiumGate: false });

const OWNER_ID = sampleUuid('user', 1);
const own = { user_id: OWNER_ID };
const consent = { ...own, kind: 'play_log', text_version: currentConsentText('play_log').version };
const ticket = { ...own, status: 'open', answer: null, answered_at: null };
const notification = {
  ...own,
  publish_at: '2026-02-01T00:00:00.000Z',
  created_at: '2026-02-01T00:00:00.000Z',
  announced_at: null,
  withdrawn_at: null,
  stage: null,
};

/**
 * Table, row, and what its owner, another user, a visitor and an admin may do with the row. Lists only permissions that
 * depend on the row's content: `tests/contract/tables/roles.test.ts` covers every table.
 */
const POLICIES: [string, string, object, string, string, string, string][] = [
  ['audio_content', 'enabled', { enabled: true }, 'R', 'R', 'R', 'CRUD'],
  ['audio_content', 'disabled', { enabled: false }, '', '', '', 'CRUD'],
  ['consents', 'to the current text', consent, 'CR', '', '', 'R'],
  ['consents', 'to an older text', { ...consent, text_version: 'older' }, 'R', '', '', 'R'],
  ['consents', 'to the newsletter', { ...consent, kind: 'newsletter' }, 'R', '', '', 'R'],
  ['deletion_requests', 'received', { ...own, status: 'received' }, 'CR', '', '', 'CR'],
  ['deletion_requests', 'erased', { ...own, status: 'erased' }, 'R', '', '', 'CR'],
  ['notifications', 'to one user', notification, 'R', '', '', 'CRUD'],
  ['profiles', 'own', { id: OWNER_ID }, 'CRU', '', '', 'CRUD'],
  ['settings', 'public', { key: PUBLIC_SETTING_KEYS[0] }, 'R', 'R', 'R', 'CRUD'],
  ['settings', 'private', { key: 'smtp' }, '', '', '', 'CRUD'],
  ['support_tickets', 'open', ticket, 'CR', '', '', 'CRUD'],
  ['support_tickets', 'answered', { ...ticket, answer: 'Yes' }, 'R', '', '', 'CRUD'],
];

const VERBS = { C: 'insert', R: 'select', U: 'update', D: 'delete' } as const;
const NOW = '2026-03-01T12:00:00.000Z';

const user = (userId: string): Actor => ({
  role: 'authenticated',
  userId,
  sessionId: null,
  audience: { stage: null, isPaused: false },
});
const READERS: Readonly<Record<string, Actor>> = {
  owner: user(OWNER_ID),
  other: user(sampleUuid('user', 2)),
  guest: ANON,
  admin: { role: 'service_role', userId: null, sessionId: null },
};

describe('the permissions of each policy', () => {
  test.each(POLICIES)('%s, %s', (table, _row, row, owner, other, guest, admin) => {
    const policy = tables.get(table)?.policy;
    if (!policy) throw new Error(`${table} is not registered.`);
    const lettersOf = (actor: Actor) =>
      Object.entries(VERBS)
        // Safe: the policy does not read the missing columns.
        .flatMap(([letter, verb]) =>
          policy[verb].allows(actor, row as never, NOW) ? [letter] : [],
        )
        .join('');
    const letters = Object.entries(READERS).map(([who, actor]) => [who, lettersOf(actor)]);
    expect(Object.fromEntries(letters)).toEqual({ owner, other, guest, admin });
  });
});
