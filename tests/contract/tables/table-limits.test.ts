import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { ROWS_PER_PERSON } from '#contract/constants/limits.ts';
import type { Table } from '#contract/rows/define-table.ts';
import { TABLES } from '#contract/rows/tables.ts';
import { toJson } from '#db/codecs.ts';
import { readConstraintViolation } from '#db/errors.ts';
import { createMigrator, migrateToLatest } from '#db/migrations/migrate.ts';
import { buildProfile, buildSubscription, buildUser } from '#db/seeds/builders/build-person.ts';
import {
  buildCentreCode,
  buildDeletionRequest,
  buildNewsletterSubscriber,
  buildNotification,
  buildPlay,
  buildTicket,
} from '#db/seeds/builders/build-service-rows.ts';
import { buildTrack } from '#db/seeds/builders/build-track.ts';
import { createAppRegistry } from '#server/registered-tables.ts';
import {
  createEmptyDatabase,
  createTestDatabase,
  ENGINES,
  insertRows,
  type Rows,
} from '#tests/support/databases/create-test-db.ts';
import { createTestServer, type TestServer } from '#tests/support/servers/create-test-server.ts';
import { openEventReader } from '#tests/support/servers/event-reader.ts';
import { fetchAdminToken, signUp } from '#tests/support/sign-in.ts';

const userId = String(buildUser(1).id);
const ONE_OF_EACH = {
  users: [buildUser(1)],
  audio_content: [buildTrack()],
  audit_log: [{ actor: 'admin', action: 'update', table_name: 'settings', row_id: 'brand' }],
  centre_codes: [buildCentreCode()],
  consents: [{ user_id: userId, kind: 'play_log', text_version: '1', granted: true }],
  deletion_requests: [buildDeletionRequest()],
  kiosks: [{ is_own: false, settings: toJson({}) }],
  newsletter_subscribers: [buildNewsletterSubscriber()],
  notifications: [buildNotification()],
  profiles: [buildProfile()],
  recordings: [{ path: '/storage/v1/object/public/audio/a.mp3', bytes: 1 }],
  settings: [{ key: 'brand', value: toJson({}) }],
  subscriptions: [buildSubscription()],
  support_tickets: [buildTicket()],
  user_activity: [buildPlay()],
} satisfies Rows;

const DEFINITIONS: readonly Table[] = Object.values(TABLES);
const LIMITED = DEFINITIONS.flatMap(({ name: table, columns }) =>
  Object.entries(columns).flatMap(([column, { max: most }]) =>
    most === undefined ? [] : [{ table, column, most }],
  ),
);
const BUCKET_OF: Record<string, string> = { audio_url: 'audio', image_url: 'images' };
/** Enumerations enforced by a CHECK, and values that logs copy from limited columns. */
const CLOSED = [
  'audio_content.category',
  'audio_content.kind',
  'audit_log.after',
  'audit_log.before',
  'deletion_requests.reason',
  'deletion_requests.status',
  'kiosks.state',
  'newsletter_subscribers.status',
  'notifications.stage',
  'recordings.state',
  'tombstones.kind',
  'tombstones.subject_hash',
];

test('every text column in responses has a maximum length, or is in a fixed list', () => {
  const limited = LIMITED.map(({ table, column }) => `${table}.${column}`);
  const open = [...createAppRegistry({ premiumGate: false }).tables.values()].flatMap((table) =>
    Object.entries(table.columns)
      .filter(([, { type }]) => type === 'text' || type === 'json')
      .map(([column]) => `${table.name}.${column}`),
  );
  expect(open.filter((name) => !limited.includes(name)).sort()).toEqual(CLOSED);
});

describe.each(ENGINES)('on %s', (engine) => {
  test('the database refuses one character too many from every writer', async () => {
    const db = await createTestDatabase(engine, ONE_OF_EACH);
    for (const { table, column, most } of LIMITED) {
      // File columns have their own rule; JSON is quoted text.
      const bucket = table === 'audio_content' ? BUCKET_OF[column] : undefined;
      const [begin, end] = bucket ? [`/storage/v1/object/public/${bucket}/`, ''] : ['"', '"'];
      const textOf = (length: number) =>
        begin + 'é'.repeat(length - begin.length - end.length) + end;
      const write = (length: number) =>
        sql`update ${sql.table(table)} set ${sql.ref(column)} = ${textOf(length)}`
          .execute(db.kysely)
          .then(
            () => undefined,
            (error: unknown) => readConstraintViolation(error)?.constraint,
          );
      const name = `${table}_${column}_length`;
      expect(await write(most + 1)).toBe(name);
      expect(await write(most)).not.toBe(name);
    }
  });

  test('rows from before the limits stay unchanged, and their other columns can be changed', async () => {
    const db = await createEmptyDatabase(engine);
    await createMigrator(db).migrateTo('0016-time-transcripts');
    const novel = 'I write at night. '.repeat(3_000);
    // A later migration adds this column.
    const { email_proved_at, ...user } = buildUser(1);
    await insertRows(db, {
      users: [user],
      support_tickets: [buildTicket(1, { message: novel })],
    });
    await migrateToLatest(db);
    const server = await createTestServer({ deps: { db } });
    const tickets = server.supabase(await fetchAdminToken(server)).from('support_tickets');
    await tickets.update({ status: 'closed' }).eq('id', 1).throwOnError();
    const { data } = await tickets.select('status, message').single();
    expect(data).toEqual({ status: 'closed', message: novel });
    const longer = await tickets.update({ answer: novel }).eq('id', 1);
    expect(longer.error?.code).toBe('22001');
    await server.close();
  });

  describe('a user', () => {
    let server: TestServer;
    beforeAll(async () => {
      server = await createTestServer({ engine, config: { WRITES_PER_MINUTE: 8 } });
    });
    const ticket = (user_id: string, message = 'Hello') => ({
      user_id,
      subject: 'Sound',
      message,
      status: 'open',
    });

    test('gets the name of the text that is too long, and its limit', async () => {
      const { client, user } = await signUp(server);
      const most = TABLES.support_tickets.columns.message.max;
      const tickets = client.from('support_tickets');
      // The maximum number of characters, each of them two UTF-16 units.
      await tickets.insert(ticket(user.id, '🌙'.repeat(most))).throwOnError();
      const refused = await tickets.insert(ticket(user.id, 'x'.repeat(most + 1)));
      expect(refused.status).toBe(400);
      expect(refused.error).toMatchObject({
        code: '22001',
        message: `value too long for column "message" of relation "support_tickets": at most ${most} characters`,
      });
      const profile = { id: user.id, preferences: { note: 'x'.repeat(20_000) } };
      expect((await client.from('profiles').upsert(profile)).error?.code).toBe('22001');
    });

    test('has a maximum number of support tickets, also when they are sent at once', async () => {
      const { client, user } = await signUp(server);
      const most = ROWS_PER_PERSON.support_tickets;
      await insertRows(server.db, {
        support_tickets: Array.from({ length: most - 2 }, () => ticket(user.id)),
      });
      const tickets = client.from('support_tickets');
      const three = await tickets.insert([1, 2, 3].map(() => ticket(user.id)));
      expect(three.status).toBe(400);
      expect(three.error).toMatchObject({ code: '54000', message: expect.stringContaining('500') });
      // Refused rows count as written ones.
      server.clock.advance(60_000);
      // Fills the connection pool, so that the transactions below overlap.
      await Promise.all([1, 2, 3, 4, 5, 6].map(() => tickets.select('id').limit(1)));
      const sent = Array.from({ length: 6 }, () => tickets.insert(ticket(user.id)));
      const statuses = (await Promise.all(sent)).map(({ status }) => status);
      expect(statuses.toSorted()).toEqual([201, 201, 400, 400, 400, 400]);
    });

    test('may write a limited number of rows a minute, without affecting other users', async () => {
      const ruth = await signUp(server);
      const other = await signUp(server);
      const insert = ({ client, user }: typeof ruth, rows: number) =>
        client.from('support_tickets').insert(Array.from({ length: rows }, () => ticket(user.id)));
      await insert(ruth, 7).throwOnError();
      await insert(ruth, 1).throwOnError();
      const refused = await insert(ruth, 1);
      expect(refused).toMatchObject({ status: 429, error: { code: 'over_request_rate_limit' } });
      await insert(other, 1).throwOnError();
      expect((await ruth.client.from('support_tickets').select('id')).data).toHaveLength(8);
      server.clock.advance(60_000);
      await insert(ruth, 1).throwOnError();
    });

    test('may change a limited number of rows a minute, in any number of requests', async () => {
      const { client, user } = await signUp(server);
      await insertRows(server.db, {
        audio_content: Array.from({ length: 12 }, (_, at) => buildTrack({ id: 700 + at })),
        playback_positions: Array.from({ length: 12 }, (_, at) => ({
          user_id: user.id,
          content_id: 700 + at,
          position_seconds: 1,
        })),
      });
      const changeAll = (position_seconds: number) =>
        client.from('playback_positions').update({ position_seconds }).eq('user_id', user.id);
      const places = async () => {
        const { data } = await client.from('playback_positions').select('position_seconds');
        return new Set(data?.map((row) => row.position_seconds));
      };
      // A single request may exceed the limit; the following ones are refused.
      await changeAll(2).throwOnError();
      const refused = await Promise.all([3, 4, 5].map((seconds) => changeAll(seconds)));
      expect(refused.map(({ status }) => status)).toEqual([429, 429, 429]);
      expect(await places()).toEqual(new Set([2]));
      server.clock.advance(60_000);
      await changeAll(6).throwOnError();
      expect(await places()).toEqual(new Set([6]));
    });

    test('has a long text in the change log only once, and complete in the event', async () => {
      const { client, user } = await signUp(server);
      const message = 'I write at night. '.repeat(1_000);
      await client.from('support_tickets').insert(ticket(user.id, message)).throwOnError();
      const bearer = await fetchAdminToken(server);
      const reader = await openEventReader(
        `${server.url}/realtime/v1/changes?table=support_tickets`,
        { headers: { Authorization: `Bearer ${bearer}` } },
      );
      const admin = server.supabase(bearer);
      await admin.from('support_tickets').update({ status: 'closed' }).eq('user_id', user.id);
      const { record, old_record } = await server.db.kysely
        .selectFrom('change_log')
        .select(['record', 'old_record'])
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow();
      expect(record).toMatchObject({ message, status: 'closed' });
      expect(JSON.stringify(old_record)).not.toContain('at night');
      expect(old_record).toMatchObject({ status: 'open', user_id: user.id });
      expect((await reader.event(0)).data).toMatchObject({
        type: 'UPDATE',
        record: { message, status: 'closed' },
        old_record: { message, status: 'open' },
      });
      reader.close();
    });
  });
});
