import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  type Backup,
  type BackupContents,
  backupContentsSchema,
} from '#contract/calls/admin/backups.ts';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import { inspectBackup } from '#db/inspect-backup.ts';
import { NewerDatabaseError } from '#db/migrations/migrate.ts';
import { InvalidBackupError } from '#db/restore.ts';
import { UNFINISHED_COPY } from '#db/sqlite/handle.ts';
import { timeInName } from '#server/core/clock.ts';
import type { Config } from '#server/core/config/config.ts';
import { isSignedUntil, signUntil } from '#server/core/config/secrets.ts';
import { ensureRoom } from '#server/core/files/folders.ts';
import { parseJsonAs } from '#server/core/parse-json.ts';
import {
  createInvalidBackupError,
  createInvalidLinkError,
  createNoSuchBackupError,
} from './backups.errors.ts';
import { isOwnBackup } from './signature.ts';

/** Excludes uploads in progress, whose names have a leading dot. */
const BACKUP_NAME = /^\w[\w.-]{0,120}\.sqlite$/;
/** Copies that a migration makes before it changes the database. */
export const BEFORE_MIGRATION = /-before-migration\.sqlite$/;
/** Files of migrations: the copies above, and the changed database that a failed migration leaves. */
const BY_MIGRATION = /-(before-migration|failed)\.sqlite$/;
const LEFTOVER = /^\.(upload|checking|link)-/;
/** Kept free for the running program and the copy made by a check. */
const SPARE_BYTES = 256 * 1024 * 1024;
const LINK_LIFETIME_MS = 60_000;

type LinkConfig = Pick<Config, 'DATA_DIR' | 'JWT_SECRET'>;

export const backupFolder = (dataDir: string) => join(dataDir, 'backups');

/** Path of a new backup. */
export const newBackupFile = (dataDir: string, kind: string, now: string) =>
  join(backupFolder(dataDir), `${kind}-${timeInName(now)}.sqlite`);

/** Newest first, including copies kept by a migration or restore. */
export async function listBackups(dataDir: string): Promise<Backup[]> {
  const names = await readdir(backupFolder(dataDir)).catch(() => []);
  const found = await Promise.all(
    names.filter((name) => BACKUP_NAME.test(name)).map((name) => readBackup(dataDir, name)),
  );
  return found
    .filter((backup) => backup !== undefined)
    .sort((one, two) => two.madeAt.localeCompare(one.madeAt));
}

/** Path on disk; throws for an invalid name or path. */
export async function getBackupFile(dataDir: string, name: string): Promise<string> {
  await getBackup(dataDir, name);
  return join(backupFolder(dataDir), name);
}

async function getBackup(dataDir: string, name: string): Promise<Backup> {
  const backup = await readBackup(dataDir, name);
  if (!backup) throw createNoSuchBackupError();
  return backup;
}

/** Checks whether a backup can be restored and counts its contents; caches the result in a file beside it. */
export async function checkBackup(dataDir: string, name: string, now: string): Promise<Backup> {
  const backup = await getBackup(dataDir, name);
  const file = join(backupFolder(dataDir), name);
  const check = async (): Promise<BackupContents> => {
    const isOwn = await isOwnBackup(dataDir, file);
    return { ...(await inspect(file)), isOwn, checkedAt: now };
  };
  // Looks again, because the backup may be deleted during the check.
  const contents = await check().finally(() => getBackup(dataDir, name));
  await writeFile(resultFileOf(file), JSON.stringify(contents), { mode: 0o600 });
  return { ...backup, contents };
}

export async function removeBackup(dataDir: string, name: string): Promise<void> {
  await removeFile(await getBackupFile(dataDir, name));
}

/** Deletes automatic copies made by migrations, which hold all user data; returns the count. */
export async function removeOldCopies(dataDir: string, before: string): Promise<number> {
  const old = (await listBackups(dataDir)).filter(
    ({ name, madeAt }) => BY_MIGRATION.test(name) && madeAt < before,
  );
  for (const { name } of old) await removeFile(join(backupFolder(dataDir), name));
  return old.length;
}

/**
 * Deletes leftovers of dead processes: copies, uploads, copies for a check, links of older releases; returns the count.
 */
export async function deleteTemporaryFiles(dataDir: string, before: Date): Promise<number> {
  const folder = backupFolder(dataDir);
  const names = await readdir(folder).catch(() => []);
  let removed = 0;
  for (const name of names.filter((it) => LEFTOVER.test(it) || UNFINISHED_COPY.test(it))) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found === undefined || found.mtime >= before) continue;
    await rm(path, { recursive: true, force: true });
    removed += 1;
  }
  return removed;
}

/** Receives an uploaded backup; deletes one that cannot be restored. */
export async function receiveBackup(
  dataDir: string,
  body: Readable,
  { bytes, now }: { bytes: number; now: string },
): Promise<Backup> {
  const folder = backupFolder(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await ensureRoom(folder, bytes * 2 + SPARE_BYTES);
  const draft = join(folder, `.upload-${crypto.randomUUID()}`);
  const file = newBackupFile(dataDir, 'uploaded', now);
  try {
    // Leaves the body open if the upload is refused, so that its sender gets an answer.
    await pipeline(
      body.iterator({ destroyOnReturn: false }),
      createWriteStream(draft, { flags: 'wx', mode: 0o600 }),
    );
    await inspect(draft);
    await rename(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
  return checkBackup(dataDir, basename(file), now);
}

/**
 * An address that downloads one backup, valid for a minute. It contains a token, because a browser sends none with a
 * download.
 */
export async function createDownloadLink(
  { DATA_DIR, JWT_SECRET }: LinkConfig,
  name: string,
  now: number,
): Promise<string> {
  await getBackupFile(DATA_DIR, name);
  const token = signUntil(JWT_SECRET, subjectOf(name), now + LINK_LIFETIME_MS);
  return `${API_PATHS.backupDownload}/${encodeURIComponent(name)}?token=${token}`;
}

/** Throws for a token of another name or key, or one that has expired. */
export function ensureValidLink(
  { JWT_SECRET }: LinkConfig,
  name: string,
  token: string,
  now: number,
): void {
  if (!isSignedUntil(JWT_SECRET, subjectOf(name), token, now)) throw createInvalidLinkError();
}

const subjectOf = (name: string) => `cradlesong/backup\n${name}`;

async function readBackup(dataDir: string, name: string): Promise<Backup | undefined> {
  if (!BACKUP_NAME.test(name)) return undefined;
  const file = join(backupFolder(dataDir), name);
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) return undefined;
  const { size: bytes, mtime } = found;
  const result = await readFile(resultFileOf(file), 'utf8').catch(() => undefined);
  // An unreadable result counts as missing.
  const contents = parseJsonAs(backupContentsSchema, result) ?? null;
  return { name, bytes, madeAt: mtime.toISOString(), contents };
}

const resultFileOf = (file: string) => `${file}.checked.json`;

async function removeFile(file: string): Promise<void> {
  await rm(file, { force: true });
  await rm(resultFileOf(file), { force: true });
}

/** Runs a restore on a copy and counts its contents. */
export const inspect = (file: string) => withInvalidBackupError(file, () => inspectBackup(file));

/** Runs `work`; if the file cannot be restored, throws an error that says why. */
export async function withInvalidBackupError<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    // Another admin has deleted the backup meanwhile.
    if (!existsSync(file)) throw createNoSuchBackupError();
    if (error instanceof NewerDatabaseError) {
      throw createInvalidBackupError(
        `${basename(file)} is from a newer version of this program. Install that version, then restore it.`,
      );
    }
    throw error instanceof InvalidBackupError ? createInvalidBackupError(error.message) : error;
  }
}
