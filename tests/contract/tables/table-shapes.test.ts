import { describe, expect, expectTypeOf, test } from 'vitest';
import { DEFAULT_KIOSK_SETTINGS } from '#contract/device/desktop.ts';
import type { InsertOf, Table, UpdateOf } from '#contract/rows/define-table.ts';
import { rowSchema } from '#contract/rows/row-schema.ts';
import { TABLES } from '#contract/rows/tables.ts';
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
        // SQLite reports a generated key as nullable.
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
});
