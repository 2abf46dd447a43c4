import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrateToLatest } from '#db/migrations/migrate.ts';
import type { AppDatabase } from '#db/open.ts';
import { createEmptyDatabase } from './create-test-db.ts';
import { dumpSchema } from './dump-schema.ts';
import { fillFromTemplate } from './sqlite-template.ts';

const migrationsOf = async ({ kysely }: AppDatabase) =>
  (await sql`select name from kysely_migration order by name`.execute(kysely)).rows;

test('a database from the template has the same schema and list of migrations as a migrated database', async () => {
  const [filled, migrated] = [
    await createEmptyDatabase('sqlite'),
    await createEmptyDatabase('sqlite'),
  ];
  await fillFromTemplate(filled);
  await migrateToLatest(migrated);
  expect(await dumpSchema(filled)).toBe(await dumpSchema(migrated));
  expect(await migrationsOf(filled)).toEqual(await migrationsOf(migrated));
});
