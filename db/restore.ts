import { existsSync, rmSync } from 'node:fs';
import { chmod, copyFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Insertable } from 'kysely';
import { sql } from 'kysely';
import { migrateToLatest, NewerDatabaseError } from './migrations/migrate.ts';
import { type AppDatabase, openDatabase } from './open.ts';
import { ensureOwnSchema, UnexpectedSchemaError } from './own-schema.ts';
import type { Database } from './schema/database.ts';
import { copyDatabase } from './sqlite/handle.ts';

export interface RestoreOptions {
  /** A copy made by `copyTo` or before a migration. */
  backup: string;
  /** The database to replace; servers may have it open. */
  file: string;
  /** File for a copy of the replaced data. */
  keepPresentIn: string;
  /** Updates restored data before it is readable. */
  prepare: (db: AppDatabase) => Promise<unknown>;
}

/** Our columns only; a newer version may have added some. */
const TOMBSTONE_COLUMNS = ['kind', 'subject_hash', 'erased_at'] as const;

interface PreservedData {
  tombstones: Insertable<Database['tombstones']>[];
  latestId: number;
}

/**
 * Replaces a database by a backup, atomically, even while servers run. Keeps from the replaced data: the record of
 * erasures (to repeat them) and the change counter (a cache key). The change log is reset, so that clients start over.
 */
export async function restoreDatabase(options: RestoreOptions): Promise<void> {
  const { backup, file, keepPresentIn } = options;
  if (!existsSync(backup)) throw new Error(`There is no backup ${backup}.`);
  const staged = `${file}.restoring`;
  try {
    await stageBackup(backup, staged);
    if (existsSync(file)) {
      const preserved = await withDatabase(file, readPreservedData);
      await withDatabase(staged, (db) => writePreservedData(db, preserved));
    }
    await withDatabase(staged, options.prepare);
    if (existsSync(file)) await copyDatabase(file, keepPresentIn);
    await copyDatabase(staged, file);
  } finally {
    for (const suffix of ['', '-wal', '-shm', '.lock']) rmSync(staged + suffix, { force: true });
  }
}

/** The file is damaged, or not a backup of this program. */
export class InvalidBackupError extends Error {
  constructor(backup: string, cause: unknown) {
    const isForeign = cause instanceof UnexpectedSchemaError;
    const reason = isForeign ? cause.message : 'is damaged, or not a backup of this program.';
    super(`${basename(backup)} ${reason}`, isForeign ? {} : { cause });
    this.name = 'InvalidBackupError';
  }
}

/**
 * Copies a backup and migrates the copy: finds faults before data is replaced, and planted objects before the copy is
 * written to. Throws `InvalidBackupError`, or `NewerDatabaseError` for a backup of a newer version.
 */
export async function stageBackup(backup: string, staged: string): Promise<void> {
  await copyBackup(backup, staged);
  try {
    await withDatabase(staged, async (db) => {
      await ensureOwnSchema(db);
      await sql`select 1 from kysely_migration, audio_content limit 1`.execute(db.kysely);
      const { rows } = await sql<{ quick_check: string }>`pragma quick_check(1)`.execute(db.kysely);
      if (rows[0]?.quick_check !== 'ok') throw new Error(rows[0]?.quick_check);
    });
  } catch (cause) {
    throw new InvalidBackupError(backup, cause);
  }
  await withDatabase(staged, migrateToLatest);
}

/**
 * Copies the bytes if no process has the file open, because SQLite would write to its folder, which may be read-only. A
 * file with a write-ahead log is in use, so SQLite copies it.
 */
async function copyBackup(backup: string, copy: string): Promise<void> {
  if (existsSync(`${backup}-wal`)) {
    await copyDatabase(backup, copy).catch((cause: unknown) => {
      throw new InvalidBackupError(backup, cause);
    });
  } else {
    for (const suffix of ['-wal', '-shm']) rmSync(copy + suffix, { force: true });
    await copyFile(backup, copy);
    await chmod(copy, 0o600);
  }
}

async function readPreservedData(db: AppDatabase): Promise<PreservedData> {
  // A newer schema is no obstacle: the data is about to be replaced.
  await migrateToLatest(db).catch((error: unknown) => {
    if (!(error instanceof NewerDatabaseError)) throw error;
  });
  const tombstones = await db.kysely.selectFrom('tombstones').select(TOMBSTONE_COLUMNS).execute();
  return { tombstones, latestId: await db.latestChangeId() };
}

async function writePreservedData(db: AppDatabase, preserved: PreservedData): Promise<void> {
  const latestId = Math.max(preserved.latestId, await db.latestChangeId()) + 1;
  await db.transaction(async (trx) => {
    if (preserved.tombstones.length > 0) {
      await trx
        .insertInto('tombstones')
        .values(preserved.tombstones)
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
