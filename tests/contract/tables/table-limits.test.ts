import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { ROWS_PER_PERSON } from '#contract/constants/limits.ts';
import type { Table } from '#contract/rows/define-table.ts';
import { TABLES } from '#contract/rows/tables.ts';
import { readConstraintViolation } from '#db/errors.ts';
import { buildTrack } from '#db/seeds/builders/build-track.ts';
import { lockUser } from '#server/core/actors/lock-user.repository.ts';
import { createAppRegistry } from '#server/registered-tables.ts';
import {
  createTestDatabase,
  ENGINES,
  insertRows,
} from '#tests/support/databases/create-test-db.ts';
import { ROW_OF_EACH_TABLE } from '#tests/support/databases/row-of-each-table.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';
import { signUp } from '#tests/support/sign-in.ts';

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
  const open = [...createAppRegistry().tables.values()].flatMap((table) =>
    Object.entries(table.columns)
      .filter(([, { type }]) => type === 'text' || type === 'json')
      .map(([column]) => `${table.name}.${column}`),
  );
  expect(open.filter((name) => !limited.includes(name)).sort()).toEqual(CLOSED);
});

describe.each(ENGINES)('on %s', (engine) => {
  test('the database refuses one character too many from every writer', async () => {
    const db = await createTestDatabase(engine, ROW_OF_EACH_TABLE);
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

  describe('a user', async () => {
    const server = await createTestServer({ engine, config: { WRITES_PER_MINUTE: 8 } });
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

    test('has a maximum number of support tickets, even when they are sent simultaneously', async () => {
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

    test('cannot add a row while another request writes the last allowed one', async () => {
      const { client, user } = await signUp(server);
      const most = ROWS_PER_PERSON.support_tickets;
      const rows = Array.from({ length: most - 1 }, () => ticket(user.id));
      await insertRows(server.db, { support_tickets: rows });
      const { db } = server;
      let sent: Promise<{ status: number }> | undefined;
      await db.transaction(async (trx) => {
        await lockUser(trx, db.sql, user.id);
        await trx.insertInto('support_tickets').values(ticket(user.id)).execute();
        sent = Promise.resolve(client.from('support_tickets').insert(ticket(user.id)));
        // Gives the request time to wait for this transaction.
        await sleep(300);
      });
      expect((await sent)?.status).toBe(400);
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
      const positions = () => client.from('playback_positions');
      const changeAll = (position_seconds: number) =>
        positions().update({ position_seconds }).eq('user_id', user.id);
      const places = async () =>
        new Set((await positions().select()).data?.map((row) => row.position_seconds));
      // A single request may exceed the limit; the following ones are refused.
      await changeAll(2).throwOnError();
      const refused = await Promise.all([3, 4, 5].map((seconds) => changeAll(seconds)));
      expect(refused.map(({ status }) => status)).toEqual([429, 429, 429]);
      expect(await places()).toEqual(new Set([2]));
      server.clock.advance(60_000);
      await changeAll(6).throwOnError();
      expect(await places()).toEqual(new Set([6]));
    });
  });
});
