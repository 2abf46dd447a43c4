import { describe, expect, test } from 'vitest';
import { DEFAULT_KIOSK_SETTINGS } from '#contract/device/desktop.ts';
import { TABLES } from '#contract/rows/tables.ts';
import { currentConsentText } from '#contract/words/consent-texts.ts';
import { toJson } from '#db/codecs.ts';
import { buildProfile, buildSubscription, buildUser } from '#db/seeds/builders/build-person.ts';
import {
  buildCentreCode,
  buildDeletionRequest,
  buildFavorite,
  buildNewsletterSubscriber,
  buildNotification,
  buildPlay,
  buildTicket,
} from '#db/seeds/builders/build-service-rows.ts';
import { buildTrack } from '#db/seeds/builders/build-track.ts';
import { sampleUuid } from '#db/seeds/sample-uuid.ts';
import { createAppRegistry } from '#server/registered-tables.ts';
import { ADMIN, createTablesServer } from '#tests/support/create-tables-server.ts';
import { ENGINES, type Rows } from '#tests/support/create-test-db.ts';

/** Not even the admin reads these. */
const HERS_ALONE = ['favorites', 'playback_positions', 'user_activity'];

const her = { user_id: sampleUuid('user', 1) };
const rows: Rows = {
  users: [buildUser(1)],
  audio_content: [buildTrack()],
  audit_log: [{ actor: 'admin', action: 'update', table_name: 'audio_content', row_id: '1' }],
  consents: [{ ...her, kind: 'play_log', text_version: '1', granted: true, withdrawn_at: null }],
  deletion_requests: [buildDeletionRequest()],
  favorites: [buildFavorite()],
  kiosks: [{ is_own: true, settings: toJson(DEFAULT_KIOSK_SETTINGS) }],
  newsletter_subscribers: [buildNewsletterSubscriber()],
  notifications: [buildNotification()],
  notification_reads: [{ ...her, notification_id: 1 }],
  playback_positions: [{ ...her, content_id: 1, position_seconds: 61.5 }],
  profiles: [buildProfile()],
  recordings: [
    { path: '/storage/v1/object/public/audio/a.mp3', bytes: 1, loudness_lufs: -23.1, seconds: 9.5 },
  ],
  settings: [{ key: 'brand', value: toJson({ name: 'Lullaby' }) }],
  subscriptions: [buildSubscription()],
  support_tickets: [buildTicket()],
  centre_codes: [buildCentreCode()],
  code_redemptions: [{ ...her, code_id: 1 }],
  tombstones: [
    { kind: 'user', subject_hash: 'a'.repeat(64), erased_at: '2026-01-01T08:00:00.000Z' },
  ],
  user_activity: [buildPlay()],
};

const registry = createAppRegistry({ premiumGate: false });

test('every table the world can see has its shape in the contract', () => {
  expect([...registry.tables.keys()].sort()).toEqual(Object.keys(TABLES).sort());
});

describe.each(Object.entries(TABLES))('%s', (name, { insert, update, relationships }) => {
  const { columns, foreignKeys } = registry.tables.get(name) ?? { columns: {}, foreignKeys: [] };

  test('a page may send columns it has, and must send those that nothing fills', () => {
    expect(Object.keys(columns)).toEqual(
      expect.arrayContaining([...Object.keys(insert.shape), ...Object.keys(update.shape)]),
    );
    const needed = Object.entries(columns)
      .filter(([, column]) => !column.nullable && column.default.kind === 'none')
      .map(([column]) => column);
    const isSent = Object.keys(insert.shape).length > 0;
    const demanded = Object.entries(insert.shape).filter(
      ([, one]) => !one.safeParse(undefined).success,
    );
    expect(demanded.map(([column]) => column)).toEqual(
      isSent ? expect.arrayContaining(needed) : [],
    );
  });

  test('a read may embed the rows its keys lead to', () => {
    const leads = foreignKeys
      .filter(({ references }) => registry.tables.has(references.table))
      .map(({ constraint, column, references }) => ({
        foreignKeyName: constraint,
        columns: [column],
        isOneToOne: false,
        referencedRelation: references.table,
        referencedColumns: [references.column],
      }));
    expect(relationships).toEqual(leads);
  });
});

describe.each(ENGINES)('on %s', (engine) => {
  test('[E1] rows come over the wire with the columns and types of the contract, and no others', async () => {
    const { request } = await createTablesServer(engine, { rows });
    for (const [table, { row }] of Object.entries(TABLES)) {
      const as = HERS_ALONE.includes(table) ? her.user_id : ADMIN;
      const found: unknown = await (await request(`/${table}`, { as })).json();
      const parsed = row.strict().array().min(1).safeParse(found);
      expect(parsed.error?.issues, table).toBeUndefined();
    }
  });

  test('what the contract lets a page send is taken', async () => {
    const { request } = await createTablesServer(engine, {
      rows: { users: [buildUser(1)], audio_content: [buildTrack()] },
    });
    for (const { table, as, body } of createSendable()) {
      const answer = await request(`/${table}`, { as, method: 'POST', body: JSON.stringify(body) });
      expect([table, answer.status, await answer.text()]).toEqual([table, 201, '']);
    }
    const edited = await request(`/profiles?id=eq.${her.user_id}`, {
      as: her.user_id,
      method: 'PATCH',
      body: JSON.stringify(TABLES.profiles.update.parse({ username: 'Ruth', preferences: {} })),
    });
    expect(edited.status).toBe(204);
  });
});

/** One row for every table that a page or the admin may add to, with as few columns as it takes. */
function createSendable() {
  const content_id = 1;
  const mother = her.user_id;
  return [
    { table: 'profiles', as: mother, body: TABLES.profiles.insert.parse({ id: mother }) },
    { table: 'favorites', as: mother, body: TABLES.favorites.insert.parse({ ...her, content_id }) },
    {
      table: 'user_activity',
      as: mother,
      body: TABLES.user_activity.insert.parse({ ...her, content_id, action_type: 'play' }),
    },
    {
      table: 'playback_positions',
      as: mother,
      body: TABLES.playback_positions.insert.parse({ ...her, content_id, position_seconds: 12.25 }),
    },
    {
      table: 'support_tickets',
      as: mother,
      body: TABLES.support_tickets.insert.parse({
        ...her,
        subject: 's',
        message: 'm',
        status: 'open',
      }),
    },
    {
      table: 'consents',
      as: mother,
      body: TABLES.consents.insert.parse({
        ...her,
        kind: 'play_log',
        text_version: currentConsentText('play_log').version,
        granted: true,
      }),
    },
    {
      table: 'deletion_requests',
      as: mother,
      body: TABLES.deletion_requests.insert.parse({
        ...her,
        email: buildUser(1).email,
        reason: 'other',
        feedback: null,
        data_download: true,
      }),
    },
    {
      table: 'subscriptions',
      as: ADMIN,
      body: TABLES.subscriptions.insert.parse({ ...her, plan_type: 'Premium' }),
    },
    {
      table: 'notifications',
      as: ADMIN,
      body: TABLES.notifications.insert.parse({ title: 'New', body: 'A new track' }),
    },
    {
      table: 'audio_content',
      as: ADMIN,
      body: TABLES.audio_content.insert.parse({
        title: 'New',
        category: 'BIRTHING',
        duration: 60,
        audio_url: '/storage/v1/object/public/audio/a.mp3',
      }),
    },
  ];
}
