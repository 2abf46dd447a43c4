import { expect, test } from 'vitest';
import { currentConsentText } from '#contract/constants/consent-texts.ts';
import type { InsertOf } from '#contract/rows/define-table.ts';
import type { TABLES, TableName } from '#contract/rows/tables.ts';
import { toJson } from '#db/codecs.ts';
import { buildProfile, buildSubscription, buildUser } from '#db/seeds/builders/build-person.ts';
import { buildCentreCode, buildNotification } from '#db/seeds/builders/build-service-rows.ts';
import { buildTrack } from '#db/seeds/builders/build-track.ts';
import { sampleUuid } from '#db/seeds/sample-uuid.ts';
import { createAppRegistry } from '#server/registered-tables.ts';
import { ADMIN, createTablesServer } from '#tests/support/servers/create-tables-server.ts';

const OWNER = sampleUuid('user', 1);
const OTHER = sampleUuid('user', 2);
/** A user without rows, so that the owner's insert does not conflict. */
const FRESH = sampleUuid('user', 3);

const ROLES = { anon: undefined, owner: OWNER, other: OTHER, admin: ADMIN } as const;
type RoleName = keyof typeof ROLES;

const published = (overrides: Parameters<typeof buildNotification>[0]) =>
  buildNotification({ publish_at: '2026-01-01T00:00:00.000Z', ...overrides });

const rows = {
  users: [buildUser(1), buildUser(2), buildUser(3)],
  audio_content: [buildTrack({ title: 'open' }), buildTrack({ title: 'closed', enabled: false })],
  profiles: [buildProfile(1)],
  favorites: [{ user_id: OWNER, content_id: 1 }],
  user_activity: [{ user_id: OWNER, content_id: 1, action_type: 'play' as const }],
  subscriptions: [buildSubscription(1)],
  support_tickets: [{ user_id: OWNER, subject: 'a', message: 'b' }],
  notifications: [
    published({ title: 'all' }),
    published({ title: 'ownerAndAdmin', user_id: OWNER }),
    published({ title: 'later', publish_at: '2999-01-01T00:00:00.000Z' }),
    published({ title: 'gone', withdrawn_at: '2026-01-02T00:00:00.000Z' }),
  ],
  notification_reads: [{ notification_id: 1, user_id: OWNER }],
  newsletter_subscribers: [{ email: 'a@example.org', token_hash: 'planted-hash' }],
  deletion_requests: [
    {
      user_id: OWNER,
      email: 'a@example.org',
      reason: 'other' as const,
      token_hash: 'planted-hash',
    },
  ],
  playback_positions: [{ user_id: OWNER, content_id: 1, position_seconds: 3 }],
  consents: [{ user_id: OWNER, kind: 'play_log', text_version: '1', granted: true }],
  recordings: [{ path: '/storage/v1/object/public/audio/a.mp3', bytes: 1 }],
  settings: [
    { key: 'brand', value: toJson({}) },
    { key: 'smtp', value: toJson('planted') },
  ],
  kiosks: [
    {
      is_own: false,
      token_hash: 'planted-hash',
      code_hash: 'planted-hash',
      settings: toJson({}),
    },
  ],
  audit_log: [{ actor: 'x', action: 'insert', table_name: 'settings', row_id: 'smtp' }],
  tombstones: [{ kind: 'user', subject_hash: 'h' }],
  centre_codes: [buildCentreCode()],
  code_redemptions: [{ code_id: 1, user_id: OWNER }],
};

interface Expected {
  /** Number of rows that each role reads. */
  select: Record<RoleName, number>;
  /** Roles that may insert `row`, which belongs to the owner. */
  insert: readonly RoleName[];
  row: Record<string, unknown>;
  /** Roles whose update of the owner's row takes effect. */
  update: readonly RoleName[];
  patch: Record<string, unknown>;
  delete: readonly RoleName[];
  /** Selects the owner's row. */
  filter: string;
}

const nobody = { anon: 0, owner: 0, other: 0 };
const ownerAndAdmin = { anon: 0, owner: 1, other: 0, admin: 1 };
/** Listening data is visible only to its owner. */
const ownerOnly = { ...ownerAndAdmin, admin: 0 };
const readOnly = { insert: [], update: [], delete: [] } as const;

/** Checked by the compiler: what the contract lets a client send is accepted. */
const insertOf = <Name extends TableName>(row: InsertOf<(typeof TABLES)[Name]>) => row;

const MATRIX: Record<string, Expected> = {
  audio_content: {
    select: { anon: 1, owner: 1, other: 1, admin: 2 },
    insert: ['admin'],
    row: insertOf<'audio_content'>({
      title: 'new',
      category: 'BIRTHING',
      duration: 1,
      audio_url: '/storage/v1/object/public/audio/a.mp3',
    }),
    update: ['admin'],
    patch: { title: 'changed' },
    delete: ['admin'],
    filter: 'id=eq.1',
  },
  favorites: {
    select: ownerOnly,
    insert: ['owner'],
    row: insertOf<'favorites'>({ user_id: OWNER, content_id: 2 }),
    update: [],
    patch: { content_id: 1 },
    delete: ['owner'],
    filter: 'content_id=eq.1',
  },
  user_activity: {
    select: ownerOnly,
    insert: ['owner'],
    row: insertOf<'user_activity'>({ user_id: OWNER, content_id: 1, action_type: 'play' }),
    update: [],
    patch: { content_id: 1 },
    delete: [],
    filter: 'id=eq.1',
  },
  profiles: {
    select: ownerAndAdmin,
    insert: ['admin'],
    row: insertOf<'profiles'>({ id: FRESH }),
    update: ['owner', 'admin'],
    patch: { username: 'Naomi' },
    delete: ['admin'],
    filter: `id=eq.${OWNER}`,
  },
  subscriptions: {
    select: ownerAndAdmin,
    insert: ['admin'],
    row: insertOf<'subscriptions'>({ user_id: FRESH, plan_type: 'x' }),
    update: ['admin'],
    patch: { status: 'ended' },
    delete: ['admin'],
    filter: 'id=eq.1',
  },
  support_tickets: {
    select: ownerAndAdmin,
    insert: ['owner', 'admin'],
    row: insertOf<'support_tickets'>({
      user_id: OWNER,
      subject: 's',
      message: 'm',
      status: 'open',
    }),
    update: ['admin'],
    patch: { answer: 'Peace be with you' },
    delete: ['admin'],
    filter: 'id=eq.1',
  },
  notifications: {
    select: { anon: 0, owner: 2, other: 1, admin: 4 },
    insert: ['admin'],
    row: insertOf<'notifications'>({ user_id: OWNER, title: 't', body: 'b' }),
    update: ['admin'],
    patch: { title: 'changed' },
    delete: ['admin'],
    filter: 'id=eq.2',
  },
  notification_reads: {
    select: ownerAndAdmin,
    insert: ['owner', 'admin'],
    row: { user_id: OWNER, notification_id: 2 },
    update: ['owner', 'admin'],
    patch: { notification_id: 1 },
    delete: ['owner', 'admin'],
    filter: 'notification_id=eq.1',
  },
  newsletter_subscribers: {
    select: { ...nobody, admin: 1 },
    insert: [],
    row: { email: 'b@example.org' },
    update: [],
    patch: { status: 'unsubscribed' },
    delete: [],
    filter: 'id=eq.1',
  },
  deletion_requests: {
    select: ownerAndAdmin,
    insert: ['owner', 'admin'],
    row: insertOf<'deletion_requests'>({
      user_id: OWNER,
      email: buildUser(1).email,
      reason: 'other' as const,
    }),
    update: [],
    patch: { status: 'approved' },
    delete: [],
    filter: 'id=eq.1',
  },
  playback_positions: {
    select: ownerOnly,
    insert: ['owner'],
    row: insertOf<'playback_positions'>({ user_id: OWNER, content_id: 2, position_seconds: 1 }),
    update: ['owner'],
    patch: { position_seconds: 9 },
    delete: ['owner'],
    filter: 'content_id=eq.1',
  },
  consents: {
    select: ownerAndAdmin,
    insert: ['owner'],
    row: insertOf<'consents'>({
      user_id: OWNER,
      kind: 'play_log',
      text_version: currentConsentText('play_log').version,
      granted: true,
    }),
    update: [],
    patch: { withdrawn_at: '2026-05-01' },
    delete: [],
    filter: 'id=eq.1',
  },
  settings: {
    select: { anon: 1, owner: 1, other: 1, admin: 2 },
    insert: ['admin'],
    row: { key: 'announcement', value: { text: 'Peace' } },
    update: ['admin'],
    patch: { value: { name: 'Lullaby' } },
    delete: ['admin'],
    filter: 'key=eq.brand',
  },
  recordings: {
    select: { ...nobody, admin: 1 },
    ...readOnly,
    row: { path: '/storage/v1/object/public/audio/b.mp3', bytes: 1 },
    patch: { state: 'failed' },
    filter: 'bytes=eq.1',
  },
  kiosks: {
    select: { ...nobody, admin: 1 },
    ...readOnly,
    row: { is_own: false, settings: {} },
    patch: { settings: {} },
    filter: 'id=eq.1',
  },
  audit_log: {
    select: { ...nobody, admin: 1 },
    ...readOnly,
    row: { actor: 'x', action: 'y', table_name: 'z', row_id: '1' },
    patch: { actor: 'y' },
    filter: 'id=eq.1',
  },
  centre_codes: {
    select: { ...nobody, admin: 1 },
    ...readOnly,
    row: { ...buildCentreCode({ code: 'SAMP2346' }) },
    patch: { uses_allowed: 999 },
    filter: 'id=eq.1',
  },
  code_redemptions: {
    select: ownerAndAdmin,
    ...readOnly,
    row: { code_id: 1, user_id: FRESH },
    patch: { code_id: 1 },
    filter: 'code_id=eq.1',
  },
  tombstones: {
    select: { ...nobody, admin: 1 },
    ...readOnly,
    row: { kind: 'k', subject_hash: 's' },
    patch: { subject_hash: 't' },
    filter: 'kind=eq.user',
  },
};

test('the matrix leaves no table out', () => {
  const registered = [...createAppRegistry({ premiumGate: false }).tables.keys()].sort();
  expect(Object.keys(MATRIX).sort()).toEqual(registered);
});

// SQLite is enough: policies.test.ts checks that the same rules hold on PostgreSQL.
test.each(Object.entries(MATRIX))(
  '[Q1] [Q2] [Q3] %s gives each role the listed number of rows, and lets exactly the listed roles update, insert and delete',
  async (table, expected) => {
    const server = await createTablesServer('sqlite', { rows });
    const ask = (role: RoleName, path: string, method?: string, body?: object) =>
      server.request(path, {
        ...(ROLES[role] === undefined ? {} : { as: ROLES[role] }),
        ...(method === undefined ? {} : { method }),
        headers: { prefer: 'count=exact' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    const roles = Object.keys(ROLES) as RoleName[];
    const one = `/${table}?${expected.filter}`;
    for (const role of roles) {
      const answer = await ask(role, `/${table}`);
      expect(answer.status).toBe(200);
      expect([role, (await answer.json()).length]).toEqual([role, expected.select[role]]);
    }
    for (const role of roles) {
      const answer = await ask(role, one, 'PATCH', expected.patch);
      const touched = answer.status === 204 && answer.headers.get('content-range') === '0-0/1';
      expect([role, touched]).toEqual([role, expected.update.includes(role)]);
    }
    for (const role of roles) {
      const answer = await ask(role, `/${table}`, 'POST', expected.row);
      const isAllowed = expected.insert.includes(role);
      const refusal = role === 'anon' ? 401 : 403;
      // The admin comes last; a conflict with the existing row is not a permission error.
      const status = isAllowed && answer.status === 409 ? 201 : answer.status;
      expect([role, status]).toEqual([role, isAllowed ? 201 : refusal]);
    }
    for (const role of roles) {
      const answer = await ask(role, one, 'DELETE');
      const deleted = answer.headers.get('content-range') === '*/1';
      // The owner has already deleted the row, so the admin's request finds none.
      const isLate = role === 'admin' && expected.delete.includes('owner');
      expect([role, deleted]).toEqual([role, expected.delete.includes(role) && !isLate]);
    }
  },
);

test('[Q2] even the admin can neither read a token hash nor filter by it', async () => {
  const server = await createTablesServer('sqlite', { rows });
  for (const table of ['newsletter_subscribers', 'deletion_requests', 'kiosks']) {
    const all = await (await server.request(`/${table}`, { as: ADMIN })).text();
    expect(all).not.toContain('planted-hash');
    const named = await server.request(`/${table}?select=token_hash`, { as: ADMIN });
    expect(await named.json()).toMatchObject({ code: '42703' });
    const probed = await server.request(`/${table}?token_hash=like.p*`, { as: ADMIN });
    expect(await probed.json()).toMatchObject({ code: '42703' });
  }
});
