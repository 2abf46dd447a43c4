import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { createTestDatabase, insertRows } from '#tests/support/databases/create-test-db.ts';
import { toJson } from '../codecs.ts';

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
