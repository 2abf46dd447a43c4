import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createTestDatabase } from '#tests/support/databases/create-test-db.ts';
import { readStatementFault, readTransientFailure } from './errors.ts';

import { buildTrack } from './seeds/builders/build-track.ts';

test('SQLite names every constraint as PostgreSQL does', async () => {
  const [sqlite, postgres] = await Promise.all([
    createTestDatabase('sqlite'),
    createTestDatabase('postgres'),
  ]);
  const { rows: named } = await sql<{ name: string; table: string; kind: string }>`
    select conname as name, relname as "table", contype as kind from pg_constraint join pg_class on pg_class.oid = conrelid
    where connamespace = 'public'::regnamespace and contype in ('p', 'u', 'f') and relname not like 'kysely%' order by 1`.execute(
    postgres.kysely,
  );
  const { rows: tables } = await sql<{
    name: string;
  }>`select name from sqlite_schema where type = 'table' and name not like 'sqlite%' and name not like 'kysely%' and name not like 'audio_content_search%'`.execute(
    sqlite.kysely,
  );
  const found: string[] = [];
  for (const { name: table } of tables) {
    const { rows: keys } = await sql<{
      from: string;
    }>`select "from" from pragma_foreign_key_list(${table})`.execute(sqlite.kysely);
    found.push(`${table}_pkey`, ...keys.map(({ from }) => `${table}_${from}_fkey`));
    const { rows: indexes } = await sql<{
      name: string;
    }>`select name from pragma_index_list(${table}) where origin = 'u'`.execute(sqlite.kysely);
    for (const { name } of indexes) {
      const { rows: columns } = await sql<{
        name: string;
      }>`select name from pragma_index_info(${name}) order by seqno`.execute(sqlite.kysely);
      found.push(`${table}_${columns.map((column) => column.name).join('_')}_key`);
    }
  }
  expect(found.sort()).toEqual(named.map(({ name }) => name).sort());
});

test('PostgreSQL ends one of two deadlocked transactions, and its client may retry', async () => {
  const db = await createTestDatabase('postgres', { audio_content: [buildTrack(), buildTrack()] });
  const bothHold = Promise.withResolvers<void>();
  let holders = 0;
  const take = (first: number, second: number) =>
    db.transaction(async (trx) => {
      const touch = (id: number) =>
        trx.updateTable('audio_content').set({ title: 'x' }).where('id', '=', id).execute();
      await touch(first);
      holders += 1;
      if (holders === 2) bothHold.resolve();
      await bothHold.promise;
      await touch(second);
    });
  const ends = await Promise.allSettled([take(1, 2), take(2, 1)]);
  const [failed, ...others] = ends.filter((end) => end.status === 'rejected');
  expect(others).toEqual([]);
  expect(failed?.reason).toMatchObject({ code: '40P01' });
  expect(readTransientFailure(failed?.reason)).toBe('busy');
  expect(
    readTransientFailure(Object.assign(new Error('could not serialize'), { code: '40001' })),
  ).toBe('busy');
});

describe('an unreachable database', () => {
  const failure = (code: string, more: object = {}) =>
    Object.assign(new Error('connect'), { code, ...more });

  test.each([
    failure('ECONNREFUSED', { syscall: 'connect' }),
    failure('57P01'),
    new Error('Connection terminated unexpectedly'),
  ])('is recognised by %o', (error) => {
    expect(readTransientFailure(error)).toBe('unreachable');
  });

  test('is not mistaken for a mail server that does not respond', () => {
    expect(readTransientFailure(failure('ETIMEDOUT', { command: 'CONN' }))).toBeUndefined();
    expect(readTransientFailure(failure('ESOCKET', { syscall: 'connect' }))).toBeUndefined();
  });
});

test.each(['EROFS', 'SQLITE_READONLY'])(
  'a file or folder that cannot be written is recognised by %s',
  (code) => {
    expect(readTransientFailure(Object.assign(new Error('open'), { code }))).toBe('read_only');
  },
);

test('a search nested too deep for PostgreSQL is a client error', async () => {
  const db = await createTestDatabase('postgres');
  const search = sql`select to_tsquery(${`${'!'.repeat(100)}a`})`.execute(db.kysely);
  const error: unknown = await search.catch((cause: unknown) => cause);
  expect(readStatementFault(error)).toMatchObject({ code: '54001' });
});
