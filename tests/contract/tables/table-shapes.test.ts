import { describe, expect, expectTypeOf, test } from 'vitest';
import { currentConsentText } from '#contract/constants/consent-texts.ts';
import { DEFAULT_KIOSK_SETTINGS } from '#contract/device/desktop.ts';
import type { InsertOf, Table, UpdateOf } from '#contract/rows/define-table.ts';
import { rowSchema } from '#contract/rows/row-schema.ts';
import { TABLES, type TableName } from '#contract/rows/tables.ts';
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
import { createTestDatabase, ENGINES, type Rows } from '#tests/support/databases/create-test-db.ts';
import { ADMIN, createTablesServer } from '#tests/support/servers/create-tables-server.ts';

/** Not readable by admins either. */
const OWNER_ONLY = ['favorites', 'playback_positions', 'user_activity'];

const own = { user_id: sampleUuid('user', 1) };
const rows: Rows = {
  users: [buildUser(1)],
  audio_content: [buildTrack()],
  audit_log: [{ actor: 'admin', action: 'update', table_name: 'audio_content', row_id: '1' }],
  consents: [{ ...own, kind: 'play_log', text_version: '1', granted: true, withdrawn_at: null }],
  deletion_requests: [buildDeletionRequest()],
  favorites: [buildFavorite()],
  kiosks: [{ is_own: true, settings: toJson(DEFAULT_KIOSK_SETTINGS) }],
  newsletter_subscribers: [buildNewsletterSubscriber()],
  notifications: [buildNotification()],
  notification_reads: [{ ...own, notification_id: 1 }],
  playback_positions: [{ ...own, content_id: 1, position_seconds: 61.5 }],
  profiles: [buildProfile()],
  recordings: [
    { path: '/storage/v1/object/public/audio/a.mp3', bytes: 1, loudness_lufs: -23.1, seconds: 9.5 },
  ],
  settings: [{ key: 'brand', value: toJson({ name: 'Lullaby' }) }],
  subscriptions: [buildSubscription()],
  support_tickets: [buildTicket()],
  centre_codes: [buildCentreCode()],
  code_redemptions: [{ ...own, code_id: 1 }],
  tombstones: [
    { kind: 'user', subject_hash: 'a'.repeat(64), erased_at: '2026-01-01T08:00:00.000Z' },
  ],
  user_activity: [buildPlay()],
};

const registry = createAppRegistry({ premiumGate: false });

test('every visible table has its shape in the contract', () => {
  expect([...registry.tables.keys()].sort()).toEqual(Object.keys(TABLES).sort());
});

test('an insert type requires only columns without a default, and is empty for read-only tables', () => {
  expectTypeOf<InsertOf<typeof TABLES.favorites>>().toExtend<{
    user_id: string;
    content_id: number;
    created_at?: string;
  }>();
  expectTypeOf<UpdateOf<typeof TABLES.favorites>>().toEqualTypeOf<Record<string, never>>();
  expectTypeOf<InsertOf<typeof TABLES.audit_log>>().toEqualTypeOf<Record<string, never>>();
});

describe.each(ENGINES)('on %s', (engine) => {
  test('a column is nullable exactly where the database allows it', async () => {
    const { kysely } = await createTestDatabase(engine);
    const found = new Map(
      (await kysely.introspection.getTables()).map(({ name, columns }) => [name, columns]),
    );
    for (const { name: table, columns } of Object.values<Table>(TABLES)) {
      const nullable = new Map(found.get(table)?.map((it) => [it.name, it.isNullable]));
      for (const [name, column] of Object.entries(columns)) {
        // SQLite leaves the key of a row out of its NOT NULL.
        const isKey = column.default.kind === 'identity';
        expect([table, name, isKey ? false : nullable.get(name)]).toEqual([
          table,
          name,
          column.nullable,
        ]);
      }
    }
  });

  test('[E1] responses have the columns and types of the contract, and no others', async () => {
    const { request } = await createTablesServer(engine, { rows });
    for (const [table, definition] of Object.entries<Table>(TABLES)) {
      const as = OWNER_ONLY.includes(table) ? own.user_id : ADMIN;
      const found: unknown = await (await request(`/${table}`, { as })).json();
      const parsed = rowSchema(definition).strict().array().min(1).safeParse(found);
      expect(parsed.error?.issues, table).toBeUndefined();
    }
  });

  test('rows that the contract permits are accepted', async () => {
    const { request } = await createTablesServer(engine, {
      rows: { users: [buildUser(1)], audio_content: [buildTrack()] },
    });
    for (const { table, as, body } of createSendable()) {
      const answer = await request(`/${table}`, { as, method: 'POST', body: JSON.stringify(body) });
      expect([table, answer.status, await answer.text()]).toEqual([table, 201, '']);
    }
    const edited = await request(`/profiles?id=eq.${own.user_id}`, {
      as: own.user_id,
      method: 'PATCH',
      body: JSON.stringify({ username: 'Ruth', preferences: {} } satisfies UpdateOf<
        typeof TABLES.profiles
      >),
    });
    expect(edited.status).toBe(204);
  });
});

/** Checked by the compiler against the contract. */
const insertOf = <Name extends TableName>(row: InsertOf<(typeof TABLES)[Name]>) => row;

/** One minimal row for every table that a page or the admin may insert into. */
function createSendable() {
  const content_id = 1;
  const owner = own.user_id;
  return [
    { table: 'profiles', as: owner, body: insertOf<'profiles'>({ id: owner }) },
    { table: 'favorites', as: owner, body: insertOf<'favorites'>({ ...own, content_id }) },
    {
      table: 'user_activity',
      as: owner,
      body: insertOf<'user_activity'>({ ...own, content_id, action_type: 'play' }),
    },
    {
      table: 'playback_positions',
      as: owner,
      body: insertOf<'playback_positions'>({ ...own, content_id, position_seconds: 12.25 }),
    },
    {
      table: 'support_tickets',
      as: owner,
      body: insertOf<'support_tickets'>({
        ...own,
        subject: 's',
        message: 'm',
        status: 'open',
      }),
    },
    {
      table: 'consents',
      as: owner,
      body: insertOf<'consents'>({
        ...own,
        kind: 'play_log',
        text_version: currentConsentText('play_log').version,
        granted: true,
      }),
    },
    {
      table: 'deletion_requests',
      as: owner,
      body: insertOf<'deletion_requests'>({
        ...own,
        email: buildUser(1).email,
        reason: 'other',
        feedback: null,
        data_download: true,
      }),
    },
    {
      table: 'subscriptions',
      as: ADMIN,
      body: insertOf<'subscriptions'>({ ...own, plan_type: 'Premium' }),
    },
    {
      table: 'notifications',
      as: ADMIN,
      body: insertOf<'notifications'>({ title: 'New', body: 'A new track' }),
    },
    {
      table: 'audio_content',
      as: ADMIN,
      body: insertOf<'audio_content'>({
        title: 'New',
        category: 'BIRTHING',
        duration: 60,
        audio_url: '/storage/v1/object/public/audio/a.mp3',
      }),
    },
  ];
}
