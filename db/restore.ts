import { existsSync, rmSync } from 'node:fs';
import type { Insertable } from 'kysely';
import { sql } from 'kysely';
import { migrateToLatest, NewerDatabaseError } from './migrations/migrate.ts';
import { type AppDatabase, openDatabase } from './open.ts';
import { AlienSchemaError, ensureOwnSchema } from './own-schema.ts';
import type { TombstonesTable } from './schema/deletion-requests.ts';
import { copyDatabase } from './sqlite/handle.ts';

export interface RestoreOptions {
  /** A copy made by `copyTo` or before a migration. */
  backup: string;
  /** The database to replace; servers may have it open. */
  file: string;
  /** Where the present state is kept, should this have been a mistake. */
  keepPresentIn: string;
  /** What the program owes to restored data, given the new database before anybody can read it. */
  prepare: (db: AppDatabase) => Promise<unknown>;
}

/** All that is ours; a newer program may have added to them. */
const TOMBSTONE_COLUMNS = ['kind', 'subject_hash', 'erased_at'] as const;

interface Survivors {
  tombstones: Insertable<TombstonesTable>[];
  latestId: number;
}

/**
 * Puts a backup in the place of a database, in one step and also under running servers. Of the present
 * survive: the record of what was erased (so that it can be erased again) and the count of changes (caches
 * are keyed by it). The log of changes ends, so that every page that listens starts afresh.
 */
export async function restoreDatabase(options: RestoreOptions): Promise<void> {
  const { backup, file, keepPresentIn } = options;
  if (!existsSync(backup)) throw new Error(`There is no backup ${backup}.`);
  const staged = `${file}.restoring`;
  try {
    await stageBackup(backup, staged);
    if (existsSync(file)) {
      const survivors = await withDatabase(file, readSurvivors);
      await withDatabase(staged, (db) => carryOver(db, survivors));
    }
    await withDatabase(staged, options.prepare);
    if (existsSync(file)) await copyDatabase(file, keepPresentIn);
    await copyDatabase(staged, file);
  } finally {
    for (const suffix of ['', '-wal', '-shm', '.lock']) rmSync(staged + suffix, { force: true });
  }
}

/** The file is damaged, or something else than a backup of this program. */
export class UnsoundBackupError extends Error {
  /** What it holds that no backup of ours does; undefined for a damaged file. */
  readonly alien: string | undefined;

  constructor(backup: string, cause: unknown) {
    const alien = cause instanceof AlienSchemaError ? cause.what : undefined;
    const what =
      alien === undefined
        ? 'is not a sound backup of this program.'
        : `holds what this program does not make: ${alien}.`;
    super(`${backup} ${what}`, { cause });
    this.name = 'UnsoundBackupError';
    this.alien = alien;
  }
}

/**
 * Copies a backup and brings the copy up to date: whatever may be wrong with the file is found out before
 * anything is replaced, and what somebody has planted in it before anything is written to the copy. Throws `UnsoundBackupError`, or `NewerDatabaseError` for a newer program's.
 */
export async function stageBackup(backup: string, staged: string): Promise<void> {
  try {
    await copyDatabase(backup, staged);
    await withDatabase(staged, async (db) => {
      await ensureOwnSchema(db);
      await sql`select 1 from kysely_migration, audio_content limit 1`.execute(db.kysely);
      const { rows } = await sql<Check>`pragma quick_check(1)`.execute(db.kysely);
      if (rows[0]?.quick_check !== 'ok') throw new Error(rows[0]?.quick_check);
    });
  } catch (cause) {
    throw new UnsoundBackupError(backup, cause);
  }
  await withDatabase(staged, migrateToLatest);
}

interface Check {
  quick_check: string;
}

async function readSurvivors(db: AppDatabase): Promise<Survivors> {
  // What a newer program has made of the present is no reason to keep it: it is about to be replaced.
  await migrateToLatest(db).catch((error: unknown) => {
    if (!(error instanceof NewerDatabaseError)) throw error;
  });
  const tombstones = await db.kysely.selectFrom('tombstones').select(TOMBSTONE_COLUMNS).execute();
  return { tombstones, latestId: await db.latestChangeId() };
}

async function carryOver(db: AppDatabase, survivors: Survivors): Promise<void> {
  const latestId = Math.max(survivors.latestId, await db.latestChangeId()) + 1;
  await db.transaction(async (trx) => {
    if (survivors.tombstones.length > 0) {
      await trx
        .insertInto('tombstones')
        .values(survivors.tombstones)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
    await trx.deleteFrom('change_log').execute();
    await sql`delete from sqlite_sequence where name = 'change_log'`.execute(trx);
    await sql`insert into sqlite_sequence (name, seq) values ('change_log', ${latestId})`.execute(
      trx,
    );
  });
}

/** Opens a file, and closes it again whatever happens. */
export async function withDatabase<T>(
  file: string,
  work: (db: AppDatabase) => Promise<T>,
): Promise<T> {
  const db = await openDatabase({ file });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}
