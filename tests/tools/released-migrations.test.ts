import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { EngineMigration } from '#db/migrations/engine-migration.ts';
import { findHistoryFaults, listMigrations, readReleased } from './released-migrations.ts';

test('no released migration was changed, removed or preceded by a new one', async () => {
  expect(findHistoryFaults(readReleased(), await listMigrations())).toEqual([]);
});

const making = (table: string): EngineMigration => ({
  up: async (db) => void (await sql`create table ${sql.table(table)} (id integer)`.execute(db)),
  down: async (db) => void (await sql`drop table ${sql.table(table)}`.execute(db)),
});
const sourceOf = (name: string) => `/** Makes ${name}. */\nexport const up: string = '${name}';\n`;
const list = (names: readonly string[], readSource = sourceOf) =>
  listMigrations(Object.fromEntries(names.map((name) => [name, making(name)])), readSource);

const NAMES = ['0001-a', '0002-b', '0004-d'];

test('a migration may be added at the end, and comments may be changed', async () => {
  const released = await list(NAMES);
  const commented = (name: string) => sourceOf(name).replace('Makes', 'Creates');
  expect(findHistoryFaults(released, await list([...NAMES, '0005-e'], commented))).toEqual([]);
});

test('a change in a migration or in a file that it imports is refused', async () => {
  const released = await list(NAMES);
  const changed = await list(NAMES, (name) => sourceOf(name).replace("'0002-b'", "'something'"));
  expect(findHistoryFaults(released, changed)).toEqual([
    expect.stringMatching(/^0002-b was released and has changed.*after 0004-d\.$/),
  ]);
  const migrations = {
    '0001-a': making('0001-a'),
    '0002-b': making('other'),
    '0004-d': making('0004-d'),
  };
  const faults = findHistoryFaults(released, await listMigrations(migrations, sourceOf));
  expect(faults).toEqual([expect.stringMatching(/^0002-b was released and has changed/)]);
});

test('an inserted or a removed migration is refused', async () => {
  const released = await list(NAMES);
  const inserted = await list(['0001-a', '0002-b', '0003-c', '0004-d']);
  expect(findHistoryFaults(released, inserted)).toEqual([
    expect.stringMatching(/^0003-c is before 0004-d.*next free number, at the end\.$/),
  ]);
  expect(findHistoryFaults(released, await list(['0001-a', '0002-b']))).toEqual([
    '0004-d was released and is missing: databases that have applied it will not start. Restore it unchanged.',
  ]);
});
