import { sql } from 'kysely';
import { createMigrator, findApplied } from './migrations/migrate.ts';
import { MIGRATIONS } from './migrations/registry.ts';
import { type AppDatabase, openDatabase } from './open.ts';

/** The schema of a backup differs from the one that our migrations create. */
export class UnexpectedSchemaError extends Error {
  constructor(difference: string) {
    super(
      `has a schema that this program does not create (${difference}). Someone has changed the file.`,
    );
    this.name = 'UnexpectedSchemaError';
  }
}

interface SchemaEntry {
  readonly type: string;
  readonly name: string;
  readonly tbl_name: string;
  readonly sql: string | null;
}

/**
 * Compares the schema of a SQLite file with the one that its migrations create in an empty database. Call it before
 * writing to a foreign file: a planted trigger runs on the first write or in a later migration. Reading the schema runs
 * no trigger.
 */
export async function ensureOwnSchema(db: AppDatabase): Promise<void> {
  const found = await readSchema(db);
  const ours = await expectSchema(Object.keys(MIGRATIONS));
  const migrationTable = describeEntry('table', 'kysely_migration');
  if (!found.has(migrationTable)) throw new Error('It is not a database of this program.');
  // Only a table of exactly this form can be trusted to list the migrations.
  if (found.get(migrationTable) !== ours.get(migrationTable))
    throw new UnexpectedSchemaError(`unknown or changed: ${migrationTable}`);
  const applied = await findApplied(db);
  // A file of a newer version: the migration reports it and changes nothing.
  if (applied.some((name) => !(name in MIGRATIONS))) return;
  const isLatest = applied.length === Object.keys(MIGRATIONS).length;
  const expected = isLatest ? ours : await expectSchema(applied);
  for (const [what, text] of found) {
    if (expected.get(what) !== text) throw new UnexpectedSchemaError(`unknown or changed: ${what}`);
  }
  for (const what of expected.keys()) {
    if (!found.has(what)) throw new UnexpectedSchemaError(`missing: ${what}`);
  }
}

async function expectSchema(names: readonly string[]): Promise<Map<string, string>> {
  const db = await openDatabase({ file: ':memory:' });
  try {
    const migrations = Object.entries(MIGRATIONS).filter(([name]) => names.includes(name));
    const { error } = await createMigrator(db, Object.fromEntries(migrations)).migrateToLatest();
    if (error !== undefined) throw error;
    return await readSchema(db);
  } finally {
    await db.close();
  }
}

async function readSchema({ kysely }: AppDatabase): Promise<Map<string, string>> {
  const { rows } = await sql<SchemaEntry>`
    select type, name, tbl_name, sql from sqlite_master`.execute(kysely);
  return new Map(
    rows
      // ANALYZE stores its statistics in tables of SQLite itself.
      .filter(({ name }) => !name.startsWith('sqlite_stat'))
      .map(({ type, name, tbl_name, sql: text }) => [
        describeEntry(type, name),
        `${tbl_name} ${(text ?? '').replaceAll(/\s+/g, ' ')}`,
      ]),
  );
}

const describeEntry = (type: string, name: string) => `${type} ${name}`;
