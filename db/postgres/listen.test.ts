import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { createTestDatabase, insertRows } from '#tests/support/databases/create-test-db.ts';
import { startDatabaseProxy } from '#tests/support/databases/database-proxy.ts';
import { findPostgres } from '#tests/support/databases/find-postgres.ts';
import { toJson } from '../codecs.ts';
import { openDatabase } from '../open.ts';

test('a broken connection is replaced, and changes made meanwhile are reported', async () => {
  const db = await createTestDatabase('postgres');
  const heard: number[] = [];
  db.onChange((id) => heard.push(id));
  const others = sql`application_name = 'cradlesong' and datname = current_database() and pid <> pg_backend_pid()`;
  const listening = async () =>
    (
      await sql`select pid from pg_stat_activity where ${others} and query like 'listen%'`.execute(
        db.kysely,
      )
    ).rows.length;
  await vi.waitFor(async () => expect(await listening()).toBe(1));

  await sql`select pg_terminate_backend(pid) from pg_stat_activity where ${others}`.execute(
    db.kysely,
  );
  await vi.waitFor(async () => expect(await listening()).toBe(0));
  await insertRows(db, { settings: [{ key: 'while deaf', value: toJson(1) }] });
  await vi.waitFor(() => expect(heard).toEqual([1]), { timeout: 3_000 });

  await insertRows(db, { settings: [{ key: 'again', value: toJson(1) }] });
  await vi.waitFor(() => expect(heard).toEqual([1, 2]), { timeout: 250, interval: 5 });
});

test('the address is shown without its password', async () => {
  const db = await createTestDatabase('postgres');
  expect(db.location).toMatch(/^postgres:\/\/postgres@127\.0\.0\.1:\d+\/cradlesong_test_/);
});

test('a network that goes silent while the listening connection is down ends waiting queries', {
  timeout: 40_000,
}, async () => {
  const direct = await createTestDatabase('postgres');
  const proxy = await startDatabaseProxy(new URL(direct.location));
  const { url } = await findPostgres();
  const through = new URL(new URL(direct.location).pathname, url);
  through.port = String(proxy.port);
  const db = await openDatabase({ url: through.href });
  db.onChange(() => {});
  await sql`select 1`.execute(db.kysely);
  const listeners = sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query like 'listen%'`;
  await vi.waitFor(async () =>
    expect((await listeners.execute(direct.kysely)).rows).toHaveLength(1),
  );
  proxy.swallow(true);
  await expect(sql`select 1`.execute(db.kysely)).rejects.toThrow(/terminated|timeout/);
  await proxy[Symbol.asyncDispose]();
  await db.close();
});
