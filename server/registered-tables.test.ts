import { describe, expect, test } from 'vitest';
import { currentConsentText } from '#contract/constants/consent-texts.ts';
import { PUBLIC_SETTING_KEYS } from '#contract/rows/settings.ts';
import { HER, verbsOf } from '#tests/support/policy-verbs.ts';
import { createAppRegistry } from './registered-tables.ts';

const { tables } = createAppRegistry({ premiumGate: false });

const hers = { user_id: HER };
const consent = { ...hers, kind: 'play_log', text_version: currentConsentText('play_log').version };
const ticket = { ...hers, status: 'open', answer: null, answered_at: null };
const notification = {
  ...hers,
  publish_at: '2026-02-01T00:00:00.000Z',
  created_at: '2026-02-01T00:00:00.000Z',
  announced_at: null,
  withdrawn_at: null,
  stage: null,
};

/** Table, row, and what its owner, another user, a visitor and an admin may do with it. */
const POLICIES: [string, string, object, string, string, string, string][] = [
  ['audio_content', 'enabled', { enabled: true }, 'R', 'R', 'R', 'CRUD'],
  ['audio_content', 'disabled', { enabled: false }, '', '', '', 'CRUD'],
  ['audit_log', 'any', {}, '', '', '', 'R'],
  ['centre_codes', 'any', {}, '', '', '', 'R'],
  ['change_log', 'of tracks', { table_name: 'audio_content' }, '', '', '', 'R'],
  ['change_log', 'of favourites', { table_name: 'favorites' }, '', '', '', ''],
  ['code_redemptions', 'own', hers, 'R', '', '', 'R'],
  ['consents', 'to the current text', consent, 'CR', '', '', 'R'],
  ['consents', 'to an older text', { ...consent, text_version: 'older' }, 'R', '', '', 'R'],
  ['consents', 'to the newsletter', { ...consent, kind: 'newsletter' }, 'R', '', '', 'R'],
  ['deletion_requests', 'received', { ...hers, status: 'received' }, 'CR', '', '', 'CR'],
  ['deletion_requests', 'erased', { ...hers, status: 'erased' }, 'R', '', '', 'CR'],
  ['favorites', 'own', hers, 'CRD', '', '', ''],
  ['kiosks', 'any', {}, '', '', '', 'R'],
  ['newsletter_subscribers', 'any', {}, '', '', '', 'R'],
  ['notification_reads', 'own', hers, 'CRUD', '', '', 'CRUD'],
  ['notifications', 'to one user', notification, 'R', '', '', 'CRUD'],
  ['playback_positions', 'own', hers, 'CRUD', '', '', ''],
  ['profiles', 'own', { id: HER }, 'CRU', '', '', 'CRUD'],
  ['recordings', 'any', {}, '', '', '', 'R'],
  ['settings', 'public', { key: PUBLIC_SETTING_KEYS[0] }, 'R', 'R', 'R', 'CRUD'],
  ['settings', 'private', { key: 'smtp' }, '', '', '', 'CRUD'],
  ['subscriptions', 'own', hers, 'R', '', '', 'CRUD'],
  ['support_tickets', 'open', ticket, 'CR', '', '', 'CRUD'],
  ['support_tickets', 'answered', { ...ticket, answer: 'Yes' }, 'R', '', '', 'CRUD'],
  ['tombstones', 'any', {}, '', '', '', 'R'],
  ['user_activity', 'own', hers, 'CR', '', '', ''],
];

const VERBS = { C: 'insert', R: 'select', U: 'update', D: 'delete' } as const;
const lettersOf = (verbs: string) =>
  Object.entries(VERBS)
    .flatMap(([letter, verb]) => (verbs.includes(verb) ? [letter] : []))
    .join('');

describe('the permissions of each policy', () => {
  test.each(POLICIES)('%s, %s', (table, _row, row, owner, other, guest, admin) => {
    const policy = tables.get(table)?.policy;
    if (!policy) throw new Error(`${table} is not registered.`);
    const verbs = Object.entries(verbsOf(policy, row)).map(([who, may]) => [who, lettersOf(may)]);
    expect(Object.fromEntries(verbs)).toEqual({ owner, other, guest, admin });
  });

  test('every table has a row above', () => {
    expect([...new Set(POLICIES.map(([table]) => table))]).toEqual([...tables.keys()].sort());
  });
});
