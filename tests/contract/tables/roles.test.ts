import { expect, test } from 'vitest';
import { currentConsentText } from '#contract/constants/consent-texts.ts';
import { toJson } from '#db/codecs.ts';
import { buildUser } from '#db/seeds/builders/build-person.ts';
import {
  buildCentreCode,
  buildDeletionRequest,
  buildNewsletterSubscriber,
  buildNotification,
} from '#db/seeds/builders/build-service-rows.ts';
import { buildTrack } from '#db/seeds/builders/build-track.ts';
import { sampleUuid } from '#db/seeds/sample-uuid.ts';
import { createAppRegistry } from '#server/registered-tables.ts';
import type { Rows } from '#tests/support/databases/create-test-db.ts';
import { ROW_OF_EACH_TABLE } from '#tests/support/databases/row-of-each-table.ts';
import { ADMIN, createTablesServer } from '#tests/support/servers/create-tables-server.ts';

const OWNER = sampleUuid('user', 1);
const OTHER = sampleUuid('user', 2);
/** A user without rows, so that the owner's insert does not conflict. */
const FRESH = sampleUuid('user', 3);

const ROLES = { anon: undefined, owner: OWNER, other: OTHER, admin: ADMIN } as const;
type RoleName = keyof typeof ROLES;

const published = (overrides: Parameters<typeof buildNotification>[0]) =>
  buildNotification({ publish_at: '2026-01-01T00:00:00.000Z', ...overrides });

const token_hash = 'planted-hash';
const rows: Rows = {
  ...ROW_OF_EACH_TABLE,
  users: [buildUser(1), buildUser(2), buildUser(3)],
  audio_content: [buildTrack({ title: 'open' }), buildTrack({ title: 'closed', enabled: false })],
  notifications: [
    published({ title: 'all' }),
    published({ title: 'ownerAndAdmin', user_id: OWNER }),
    published({ title: 'later', publish_at: '2999-01-01T00:00:00.000Z' }),
    published({ title: 'gone', withdrawn_at: '2026-01-02T00:00:00.000Z' }),
  ],
  newsletter_subscribers: [buildNewsletterSubscriber(1, { token_hash })],
  deletion_requests: [buildDeletionRequest(1, { token_hash })],
  settings: ['brand', 'smtp'].map((key) => ({ key, value: toJson({}) })),
  kiosks: [{ is_own: false, token_hash, settings: toJson({}) }],
};

interface Expected {
  /** Number of rows that a guest, the owner, another user and the admin read. */
  reads: [number, number, number, number];
  /** Roles that may insert `row`, apply `patch` to and delete the row of `filter`; it belongs to the owner. */
  may: { insert?: string; update?: string; delete?: string };
  row: Record<string, unknown>;
  patch: Record<string, unknown>;
  filter: string;
}

const BY_ADMIN = { insert: 'admin', update: 'admin', delete: 'admin' };
const own = { user_id: OWNER };
const audio_url = '/storage/v1/object/public/audio/a.mp3';
const consent = { kind: 'play_log', text_version: currentConsentText('play_log').version };

const MATRIX: Record<string, Expected> = {
  audio_content: {
    reads: [1, 1, 1, 2],
    may: BY_ADMIN,
    row: { title: 'new', category: 'BIRTHING', duration: 1, audio_url },
    patch: { title: 'changed' },
    filter: 'id=eq.1',
  },
  favorites: {
    reads: [0, 1, 0, 0],
    may: { insert: 'owner', delete: 'owner' },
    row: { ...own, content_id: 2 },
    patch: { content_id: 1 },
    filter: 'content_id=eq.1',
  },
  user_activity: {
    reads: [0, 1, 0, 0],
    may: { insert: 'owner' },
    row: { ...own, content_id: 1, action_type: 'play' },
    patch: { content_id: 1 },
    filter: 'id=eq.1',
  },
  profiles: {
    reads: [0, 1, 0, 1],
    may: { insert: 'admin', update: 'owner admin', delete: 'admin' },
    row: { id: FRESH },
    patch: { username: 'Naomi' },
    filter: `id=eq.${OWNER}`,
  },
  subscriptions: {
    reads: [0, 1, 0, 1],
    may: BY_ADMIN,
    row: { user_id: FRESH, plan_type: 'x' },
    patch: { status: 'ended' },
    filter: 'id=eq.1',
  },
  support_tickets: {
    reads: [0, 1, 0, 1],
    may: { ...BY_ADMIN, insert: 'owner admin' },
    row: { ...own, subject: 's', message: 'm', status: 'open' },
    patch: { answer: 'Peace be with you' },
    filter: 'id=eq.1',
  },
  notifications: {
    reads: [0, 2, 1, 4],
    may: BY_ADMIN,
    row: { ...own, title: 't', body: 'b' },
    patch: { title: 'changed' },
    filter: 'id=eq.2',
  },
  notification_reads: {
    reads: [0, 1, 0, 1],
    may: { insert: 'owner admin', update: 'owner admin', delete: 'owner admin' },
    row: { ...own, notification_id: 2 },
    patch: { notification_id: 1 },
    filter: 'notification_id=eq.1',
  },
  newsletter_subscribers: {
    reads: [0, 0, 0, 1],
    may: {},
    row: { email: 'b@example.org' },
    patch: { status: 'unsubscribed' },
    filter: 'id=eq.1',
  },
  deletion_requests: {
    reads: [0, 1, 0, 1],
    may: { insert: 'owner admin' },
    row: { ...own, email: buildUser(1).email, reason: 'other' },
    patch: { status: 'approved' },
    filter: 'id=eq.1',
  },
  playback_positions: {
    reads: [0, 1, 0, 0],
    may: { insert: 'owner', update: 'owner', delete: 'owner' },
    row: { ...own, content_id: 2, position_seconds: 1 },
    patch: { position_seconds: 9 },
    filter: 'content_id=eq.1',
  },
  consents: {
    reads: [0, 1, 0, 1],
    may: { insert: 'owner' },
    row: { ...own, ...consent, granted: true },
    patch: { withdrawn_at: '2026-05-01' },
    filter: 'id=eq.1',
  },
  settings: {
    reads: [1, 1, 1, 2],
    may: BY_ADMIN,
    row: { key: 'announcement', value: { text: 'Peace' } },
    patch: { value: { name: 'Lullaby' } },
    filter: 'key=eq.brand',
  },
  recordings: {
    reads: [0, 0, 0, 1],
    may: {},
    row: { path: audio_url.replace('a.mp3', 'b.mp3'), bytes: 1 },
    patch: { state: 'failed' },
    filter: 'bytes=eq.1',
  },
  kiosks: {
    reads: [0, 0, 0, 1],
    may: {},
    row: { is_own: false, settings: {} },
    patch: { settings: {} },
    filter: 'id=eq.1',
  },
  audit_log: {
    reads: [0, 0, 0, 1],
    may: {},
    row: { actor: 'x', action: 'y', table_name: 'z', row_id: '1' },
    patch: { actor: 'y' },
    filter: 'id=eq.1',
  },
  centre_codes: {
    reads: [0, 0, 0, 1],
    may: {},
    row: { ...buildCentreCode({ code: 'SAMP2346' }) },
    patch: { uses_allowed: 999 },
    filter: 'id=eq.1',
  },
  code_redemptions: {
    reads: [0, 1, 0, 1],
    may: {},
    row: { code_id: 1, user_id: FRESH },
    patch: { code_id: 1 },
    filter: 'code_id=eq.1',
  },
  tombstones: {
    reads: [0, 0, 0, 1],
    may: {},
    row: { kind: 'k', subject_hash: 's' },
    patch: { subject_hash: 't' },
    filter: 'kind=eq.user',
  },
};

test('the matrix leaves no table out', () => {
  const registered = [...createAppRegistry().tables.keys()].sort();
  expect(Object.keys(MATRIX).sort()).toEqual(registered);
});

// SQLite is enough: policies.test.ts checks that the same rules hold on PostgreSQL.
test.each(Object.entries(MATRIX))(
  '[Q1] [Q2] [Q3] %s gives each role the listed number of rows, and lets exactly the listed roles update, insert and delete',
  async (table, { reads, may, row, patch, filter }) => {
    const server = await createTablesServer('sqlite', { rows });
    const ask = (role: RoleName, path: string, method?: string, body?: object) =>
      server.request(path, {
        ...(ROLES[role] === undefined ? {} : { as: ROLES[role] }),
        ...(method === undefined ? {} : { method }),
        headers: { prefer: 'count=exact' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    const roles = Object.keys(ROLES) as RoleName[];
    const allowed = (names = '') => roles.filter((role) => names.split(' ').includes(role));
    const one = `/${table}?${filter}`;
    const [seen, updated, deleted]: [number[], RoleName[], RoleName[]] = [[], [], []];
    for (const role of roles) {
      const answer = await ask(role, `/${table}`);
      expect(answer.status).toBe(200);
      seen.push((await answer.json()).length);
    }
    expect(seen).toEqual(reads);
    for (const role of roles) {
      const { status, headers } = await ask(role, one, 'PATCH', patch);
      if (status === 204 && headers.get('content-range') === '0-0/1') updated.push(role);
    }
    expect(updated).toEqual(allowed(may.update));
    for (const role of roles) {
      const { status } = await ask(role, `/${table}`, 'POST', row);
      // The admin comes last; a conflict with the existing row is not a permission error.
      const expected = allowed(may.insert).includes(role)
        ? [201, 409]
        : [role === 'anon' ? 401 : 403];
      expect(expected, role).toContain(status);
    }
    for (const role of roles) {
      const answer = await ask(role, one, 'DELETE');
      if (answer.headers.get('content-range') === '*/1') deleted.push(role);
    }
    // The owner deletes the row first, so the admin finds none.
    expect(deleted).toEqual(allowed(may.delete).slice(0, 1));
  },
);

test('[Q2] even the admin can neither read a token hash nor filter by it', async () => {
  const server = await createTablesServer('sqlite', { rows });
  for (const table of ['newsletter_subscribers', 'deletion_requests', 'kiosks']) {
    const all = await (await server.request(`/${table}`, { as: ADMIN })).text();
    expect(all).not.toContain(token_hash);
    const named = await server.request(`/${table}?select=token_hash`, { as: ADMIN });
    expect(await named.json()).toMatchObject({ code: '42703' });
    const probed = await server.request(`/${table}?token_hash=like.p*`, { as: ADMIN });
    expect(await probed.json()).toMatchObject({ code: '42703' });
  }
});
