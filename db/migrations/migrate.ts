import { mkdirSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { AppDatabase } from '../open.ts';
import { copyBeforeUpgrade } from '../postgres/upgrade-copies.ts';
import { copyDatabase, IN_MEMORY, tryLockFile } from '../sqlite/handle.ts';
import type { EngineMigration } from './engine-migration.ts';
import { MIGRATIONS } from './registry.ts';

export interface MigrateOptions {
  /** Folder of the copy made before a migration; `backups/` next to the database by default. */
  backupDir?: string;
  /** Called with each copy made before a migration. */
  onBackup?: (file: string) => Promise<void>;
  /** Another registry, for tests. */
  migrations?: Record<string, EngineMigration>;
}

/** A newer version of the program, with an unknown schema, used the database last. */
export class NewerDatabaseError extends Error {
  constructor(location: string, unknown: string[], backupDir: string | undefined) {
    super(
      `The database ${location} was made by a newer version: it has ${unknown.join(', ')}, which this version does not know. ` +
        `Start the newer version again, or restore the copy from before the upgrade: npm run restore -- --before-upgrade${backupDir ? ` (it is in ${backupDir})` : ''}. Nothing was changed.`,
    );
    this.name = 'NewerDatabaseError';
  }
}

/** The new PostgreSQL database cannot store every character. */
export class EncodingError extends Error {
  constructor(location: string, encoding: string) {
    super(
      `DATABASE_URL: the database ${location} has the encoding ${encoding}, which cannot hold every name and text. ` +
        `Create it again: create database … encoding 'UTF8' template template0. Nothing was changed.`,
    );
    this.name = 'EncodingError';
  }
}

/** A migration failed; the database is unchanged. */
export class MigrationFailedError extends Error {
  constructor(migration: string, cause: unknown, outcome: string) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`The migration ${migration} failed: ${reason}. ${outcome}`, { cause });
    this.name = 'MigrationFailedError';
  }
}

/**
 * Migrates the schema and returns the migrations that ran. Safe to call in several processes together: one migrates,
 * the others wait and find nothing left.
 */
export async function migrateToLatest(
  db: AppDatabase,
  options: MigrateOptions = {},
): Promise<string[]> {
  const migrations = options.migrations ?? MIGRATIONS;
  const file = db.dialect === 'sqlite' && db.location !== IN_MEMORY ? db.location : undefined;
  const backupDir = file && (options.backupDir ?? join(dirname(file), 'backups'));

  const hasPending = async (): Promise<boolean> => {
    const applied = await findApplied(db);
    const unknown = applied.filter((name) => !(name in migrations));
    if (unknown.length > 0) throw new NewerDatabaseError(db.location, unknown, backupDir);
    return applied.length < Object.keys(migrations).length;
  };

  if (!(await hasPending())) return [];
  if (file === undefined || backupDir === undefined) {
    return runMigrations(db, migrations, 'Nothing was changed.');
  }
  const lock = await lockFile(`${file}.lock`);
  try {
    // Another process may have migrated while this one waited.
    return (await hasPending()) ? await migrateFile(db, migrations, file, backupDir, options) : [];
  } finally {
    lock.release();
  }
}

/** Kysely's migrator over a registry, for migrateToLatest and for tests that stop part-way. */
export function createMigrator(
  db: AppDatabase,
  migrations: Record<string, EngineMigration> = MIGRATIONS,
): Migrator {
  const entries = Object.entries(migrations).map(([name, { up, down }]) => [
    name,
    {
      up: (kysely: Parameters<typeof up>[0]) => up(kysely, db.dialect),
      down: (kysely: Parameters<typeof down>[0]) => down(kysely, db.dialect),
    },
  ]);
  return new Migrator({
    db: db.kysely,
    provider: { getMigrations: async () => Object.fromEntries(entries) },
    // Three migrations were once inserted before released ones; existing installations run them late.
    allowUnorderedMigrations: true,
  });
}

/** Whether a newer version of the program has used the database. */
export async function isNewer(db: AppDatabase): Promise<boolean> {
  return (await findApplied(db)).some((name) => !(name in MIGRATIONS));
}

/** Whether this version of the program was the last to migrate the database. */
export async function isCurrent(db: AppDatabase): Promise<boolean> {
  const applied = await findApplied(db);
  return (
    applied.length === Object.keys(MIGRATIONS).length && applied.every((name) => name in MIGRATIONS)
  );
}

/** Names of the applied migrations, unordered. */
export async function findApplied(db: AppDatabase): Promise<string[]> {
  const tables = await db.kysely.introspection.getTables({ withInternalKyselyTables: true });
  const isOurs = ({ name, schema }: (typeof tables)[number]) =>
    name === 'kysely_migration' && (schema === undefined || schema === 'public');
  if (!tables.some(isOurs)) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(
    db.kysely,
  );
  return rows.map(({ name }) => name);
}

async function runMigrations(
  db: AppDatabase,
  migrations: Record<string, EngineMigration>,
  outcome: string,
): Promise<string[]> {
  const { error, results = [] } = await createMigrator(
    db,
    db.dialect === 'postgres' ? await withCopyFirst(db, migrations) : migrations,
  ).migrateToLatest();
  if (error === undefined) return results.map(({ migrationName }) => migrationName);
  const failed = results.find(({ status }) => status === 'Error');
  throw new MigrationFailedError(failed?.migrationName ?? 'run', error, outcome);
}

async function ensureEncoding({ kysely, location }: AppDatabase): Promise<void> {
  const { rows } = await sql<{ encoding: string }>`
    select current_setting('server_encoding') as encoding`.execute(kysely);
  const encoding = rows[0]?.encoding ?? '';
  if (encoding !== 'UTF8') throw new EncodingError(location, encoding);
}

/** On PostgreSQL the first migration makes the copy, inside the transaction. An empty database is not copied. */
async function withCopyFirst(db: AppDatabase, migrations: Record<string, EngineMigration>) {
  if ((await findApplied(db)).length === 0) {
    await ensureEncoding(db);
    return migrations;
  }
  let isCopied = false;
  const copyFirst = ({ up, down }: EngineMigration): EngineMigration => ({
    down,
    async up(kysely, engine) {
      if (!isCopied) await copyBeforeUpgrade(kysely, new Date());
      isCopied = true;
      await up(kysely, engine);
    },
  });
  return Object.fromEntries(
    Object.entries(migrations).map(([name, migration]) => [name, copyFirst(migration)]),
  );
}

async function migrateFile(
  db: AppDatabase,
  migrations: Record<string, EngineMigration>,
  file: string,
  backupDir: string,
  { onBackup }: MigrateOptions,
): Promise<string[]> {
  // A new file has no data to lose.
  if ((await findApplied(db)).length === 0) {
    return runMigrations(db, migrations, 'The database was new; no data is lost.');
  }
  mkdirSync(backupDir, { recursive: true, mode: 0o700 });
  const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-');
  const nameOf = (what: string) =>
    join(backupDir, `${basename(file, extname(file))}-${stamp}-${what}.sqlite`);
  const backup = nameOf('before-migration');
  const failed = nameOf('failed');
  await copyDatabase(file, backup);
  await onBackup?.(backup);
  try {
    return await withoutForeignKeys(db, () =>
      runMigrations(
        db,
        migrations,
        `The database was restored. The failed state is in ${failed}, the copy from before in ${backup}.`,
      ),
    );
  } catch (error) {
    // The failed migration was rolled back, but earlier ones may have committed, so restore the copy.
    await copyDatabase(file, failed);
    await copyDatabase(backup, file);
    throw error;
  }
}

/** With foreign keys on, rebuilding a table (SQLite's way to alter one) would delete the rows that refer to it. */
async function withoutForeignKeys<T>(db: AppDatabase, work: () => Promise<T>): Promise<T> {
  await sql`pragma foreign_keys = off`.execute(db.kysely);
  try {
    const result = await work();
    const { rows } = await sql<{ table: string }>`pragma foreign_key_check`.execute(db.kysely);
    if (rows[0])
      throw new MigrationFailedError(
        'run',
        new Error(`rows of ${rows[0].table} refer to missing rows`),
        'The database was restored.',
      );
    return result;
  } finally {
    await sql`pragma foreign_keys = on`.execute(db.kysely);
  }
}

async function lockFile(file: string): Promise<{ release(): void }> {
  for (;;) {
    const lock = tryLockFile(file);
    if (lock) return lock;
    await sleep(50);
  }
}
