import { sql } from 'kysely';
import { createMigrator, findApplied } from './migrations/migrate.ts';
import { MIGRATIONS } from './migrations/registry.ts';
import { type AppDatabase, openDatabase } from './open.ts';

/** A backup holds a trigger, a view or the like that none of our migrations has made. */
export class AlienSchemaError extends Error {
  readonly what: string;

  constructor(what: string) {
    super(`It holds what this program does not make: ${what}.`);
    this.name = 'AlienSchemaError';
    this.what = what;
  }
}

interface SchemaEntry {
  readonly type: string;
  readonly name: string;
  readonly tbl_name: string;
  readonly sql: string | null;
}

/**
 * Compares everything a SQLite file defines with what the migrations it has had make of an empty one. To be
 * asked before anything is written to a file from elsewhere: a planted trigger runs with the first write,
 * and whatever a later migration does sets it off. Reading the definitions runs none of them.
 */
export async function ensureOwnSchema(db: AppDatabase): Promise<void> {
  const found = await readSchema(db);
  const ours = await expectSchema(Object.keys(MIGRATIONS));
  const log = describeEntry('table', 'kysely_migration');
  if (!found.has(log)) throw new Error('It is no database of this program.');
  // Only a table of this very form may be asked which migrations it has had.
  if (found.get(log) !== ours.get(log)) throw new AlienSchemaError(log);
  const applied = await findApplied(db);
  // A newer program's: migrating says so, and changes nothing.
  if (applied.some((name) => !(name in MIGRATIONS))) return;
  const isWhole = applied.length === Object.keys(MIGRATIONS).length;
  const expected = isWhole ? ours : await expectSchema(applied);
  for (const [what, text] of found) {
    if (expected.get(what) !== text) throw new AlienSchemaError(what);
  }
  for (const what of expected.keys()) {
    if (!found.has(what)) throw new AlienSchemaError(`no ${what}`);
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
      // Figures for the planner, which SQLite keeps where it was asked to.
      .filter(({ name }) => !name.startsWith('sqlite_stat'))
      .map(({ type, name, tbl_name, sql: text }) => [
        describeEntry(type, name),
        `${tbl_name} ${(text ?? '').replaceAll(/\s+/g, ' ')}`,
      ]),
  );
}

const describeEntry = (type: string, name: string) => `${type} ${name}`;
