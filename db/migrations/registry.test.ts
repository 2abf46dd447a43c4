import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { buildUser } from '#db/seeds/builders/build-person.ts';
import {
  createEmptyDatabase,
  createTestDatabase,
  ENGINES,
} from '#tests/support/databases/create-test-db.ts';
import { dumpSchema } from '#tests/support/databases/dump-schema.ts';
import type { AppDatabase } from '../open.ts';
import { createMigrator } from './migrate.ts';
import { MIGRATIONS } from './registry.ts';

const names = Object.keys(MIGRATIONS);

async function insertUnconfirmed(db: AppDatabase): Promise<void> {
  const { email_confirmed_at: _, email_proved_at: _later, ...user } = buildUser();
  await db.kysely.insertInto('users').values(user).execute();
}

test('every migration file is registered under its own name and number', () => {
  const files = globSync('*/*.ts', { cwd: import.meta.dirname }).map((file) =>
    basename(file, '.ts'),
  );
  expect(names).toEqual(files.sort());
  expect(new Set(names.map((name) => name.slice(0, 4))).size).toBe(names.length);
});

describe.each(ENGINES)('on %s', (engine) => {
  const snapshot = `./schema.${engine}.sql`;

  test('migrating can stop after any migration, each step down restores the schema before it, and the result matches its snapshot; an unconfirmed address stays unverified', async () => {
    const db = await createEmptyDatabase(engine);
    const migrator = createMigrator(db);
    const schemas = [await dumpSchema(db)];
    for (const name of names) {
      if (name === '0041-prove-addresses') await insertUnconfirmed(db);
      expect((await migrator.migrateUp()).results).toMatchObject([
        { migrationName: name, status: 'Success' },
      ]);
      schemas.push(await dumpSchema(db));
    }
    expect(new Set(schemas).size).toBe(names.length + 1);
    await expect(schemas.at(-1)).toMatchFileSnapshot(snapshot);
    const proved = await db.kysely.selectFrom('users').select('email_proved_at').execute();
    expect(proved.map(({ email_proved_at }) => email_proved_at)).toEqual([null]);
    for (const schema of schemas.reverse().slice(1)) {
      expect((await migrator.migrateDown()).error).toBeUndefined();
      expect(await dumpSchema(db)).toBe(schema);
    }
  });

  // On SQLite it is made from a template, without the migrations.
  test('the schema of a test’s database matches the same snapshot', async () => {
    const db = await createTestDatabase(engine);
    await expect(await dumpSchema(db)).toMatchFileSnapshot(snapshot);
  });
});

test('all rows of a user are deleted with the account, except deletion requests, which only lose the user’s id', async () => {
  const db = await createTestDatabase('sqlite');
  const { rows } = await sql<{ table: string; rule: string | null }>`
    select tables.name as "table", keys.on_delete as rule
    from sqlite_schema as tables
    join pragma_table_info(tables.name) as columns on columns.name in ('user_id', 'owner')
    left join pragma_foreign_key_list(tables.name) as keys
      on keys."from" = columns.name and keys."table" = 'users'
    where tables.type = 'table'`.execute(db.kysely);
  expect(rows.length).toBeGreaterThan(10);
  expect(rows.filter(({ rule }) => rule !== 'CASCADE')).toEqual([
    { table: 'deletion_requests', rule: 'SET NULL' },
  ]);
});
