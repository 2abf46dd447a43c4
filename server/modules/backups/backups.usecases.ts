import { existsSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { AuditActor } from '#contract/constants/audit.ts';
import { inspectBackup } from '#db/inspect-backup.ts';
import { clearLeases } from '#db/leases.ts';
import { preserveAdmins } from '#db/move/preserve-admins.ts';
import type { AppDatabase } from '#db/open.ts';
import { restoreDatabase, withDatabase } from '#db/restore.ts';
import { tryLockFile } from '#db/sqlite/handle.ts';
import { recordInAuditLog } from '#server/core/actors/audit-log.repository.ts';
import { type Config, DATABASE_FILE } from '#server/core/config/config.ts';
import { canBeWritten, ensureRoom } from '#server/core/files/folders.ts';
import { forgetWaitingMails } from '#server/modules/mail/mail.usecases.ts';
import { applyTombstones } from '#server/modules/privacy/erasure/tombstones.usecases.ts';
import { backupFolder, newBackupFile } from './backup-folder.ts';
import { createBusyError, createForeignBackupError } from './backups.errors.ts';
import { isOwnBackup, signBackup } from './signature.ts';

export type BackupConfig = Pick<Config, 'DATA_DIR' | 'DATABASE_URL'>;

/** Copies the running database into `DATA_DIR/backups` and returns the path. */
export async function makeBackup(config: BackupConfig, now: string): Promise<string> {
  const from = dbFileOf(config);
  if (!existsSync(from)) throw new Error(`There is no database ${from} yet.`);
  const file = newBackupFile(config.DATA_DIR, 'backup', now);
  await withBackupLock(config.DATA_DIR, async () => {
    await withDatabase(from, async (db) => db.copyTo?.(file));
    await signBackup(config.DATA_DIR, file);
  });
  return file;
}

interface RestoreOptions {
  readonly now: string;
  /** Actor in the audit log; by default the operator, who runs a command. */
  readonly by?: AuditActor;
  /** Confirmation that a backup of foreign origin is trusted. */
  readonly trustsOrigin?: boolean;
}

/** Returns where the previous state is kept. */
export async function restoreBackup(
  config: BackupConfig,
  backup: string,
  { now, by = 'operator', trustsOrigin = false }: RestoreOptions,
): Promise<string> {
  const keepPresentIn = newBackupFile(config.DATA_DIR, 'before-restore', now);
  const file = dbFileOf(config);
  const prepare = async (db: AppDatabase) => {
    // Users erased since the backup must stay erased.
    await applyTombstones(db, config.DATA_DIR);
    // Leases and queued mails in the copy belong to the old database.
    await clearLeases(db);
    await forgetWaitingMails(db);
    // Recorded in the restored audit log; the current one is in the kept copy.
    await recordInAuditLog(db.kysely, {
      actor: by,
      action: 'restore',
      on: 'backups',
      which: basename(backup),
      after: { kept: basename(keepPresentIn), ...(trustsOrigin ? { trustsOrigin } : {}) },
      now,
    });
    if (!existsSync(file)) return;
    // Keeps the current admin password and the lock against older programs.
    await withDatabase(file, (present) => preserveAdmins(present, db));
  };
  await withBackupLock(config.DATA_DIR, async () => {
    if (!trustsOrigin) await ensureOwn(config, backup);
    await restoreDatabase({ backup, file, keepPresentIn, prepare });
    if (existsSync(keepPresentIn)) await signBackup(config.DATA_DIR, keepPresentIn);
  });
  return keepPresentIn;
}

/** Checks the backup, space and permissions; throws if `restoreBackup` would. Changes nothing. */
export async function checkRestore(config: BackupConfig, backup: string): Promise<void> {
  const file = dbFileOf(config);
  for (const folder of [config.DATA_DIR, backupFolder(config.DATA_DIR)]) {
    if (!canBeWritten(folder)) throw new Error(`${folder} cannot be written.`);
  }
  // Room to stage the backup, copy it into place and keep the current database.
  const { size } = statSync(backup);
  const present = existsSync(file) ? statSync(file).size : 0;
  await ensureRoom(config.DATA_DIR, 2 * size + present);
  await ensureOwn(config, backup);
  await inspectBackup(backup);
}

/** Throws for a foreign backup; the error says so if it cannot be restored at all. */
async function ensureOwn({ DATA_DIR }: BackupConfig, backup: string): Promise<void> {
  if (!existsSync(backup) || (await isOwnBackup(DATA_DIR, backup))) return;
  await inspectBackup(backup);
  throw createForeignBackupError();
}

/** Runs `work` under a lock, because concurrent runs would use the same files. */
export async function withBackupLock<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  const folder = backupFolder(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const lock = tryLockFile(join(folder, '.lock'));
  if (!lock) throw createBusyError();
  try {
    return await work();
  } finally {
    lock.release();
  }
}

export function dbFileOf({ DATA_DIR, DATABASE_URL }: BackupConfig): string {
  if (DATABASE_URL !== undefined) {
    throw new Error(
      'DATABASE_URL is set: PostgreSQL is backed up by pg_dump and restored by pg_restore, not by this command.',
    );
  }
  return join(DATA_DIR, DATABASE_FILE);
}
