import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type Backup, type BackupContents, backupContentsSchema } from '#contract/calls/backups.ts';
import { inspectBackup } from '#db/inspect-backup.ts';
import { NewerDatabaseError } from '#db/migrations/migrate.ts';
import { UnsoundBackupError } from '#db/restore.ts';
import { createNoSuchBackupError, createUnsoundError } from './backups.errors.ts';
import { isOwnBackup } from './seal.ts';

/** Nothing that begins with a dot: those are links and uploads on their way. */
const BACKUP_NAME = /^\w[\w.-]{0,120}\.sqlite$/;
/** Made by a migration before it changed anything. */
export const BEFORE_MIGRATION = /-before-migration\.sqlite$/;
/** The same, or what it had changed when it failed. */
const BY_MIGRATION = /-(before-migration|failed)\.sqlite$/;
const LEFTOVER = /^\.(upload|checking|link)-/;

export function backupFolder(dataDir: string): string {
  return join(dataDir, 'backups');
}

/** Newest first; whoever made them, also what a migration or a restore kept. */
export async function listBackups(dataDir: string): Promise<Backup[]> {
  const names = await readdir(backupFolder(dataDir)).catch(() => []);
  const found = await Promise.all(
    names.filter((name) => BACKUP_NAME.test(name)).map((name) => readBackup(dataDir, name)),
  );
  return found.filter((backup) => backup !== undefined).sort(byTime);
}

const byTime = (one: Backup, two: Backup) => two.madeAt.localeCompare(one.madeAt);

/** Its path on the disk; throws for a name that is none, or leads elsewhere. */
export async function getBackupFile(dataDir: string, name: string): Promise<string> {
  if (!(await readBackup(dataDir, name))) throw createNoSuchBackupError();
  return join(backupFolder(dataDir), name);
}

/** Finds out whether it could be restored and what it holds, and keeps the finding beside it. */
export async function checkBackup(dataDir: string, name: string, now: string): Promise<Backup> {
  const file = await getBackupFile(dataDir, name);
  const isOwn = await isOwnBackup(dataDir, file);
  const contents: BackupContents = { ...(await inspect(file)), isOwn, checkedAt: now };
  await writeFile(findingOf(file), JSON.stringify(contents), { mode: 0o600 });
  const backup = await readBackup(dataDir, name);
  if (!backup) throw createNoSuchBackupError();
  return backup;
}

export async function removeBackup(dataDir: string, name: string): Promise<void> {
  const file = await getBackupFile(dataDir, name);
  await rm(file, { force: true });
  await rm(findingOf(file), { force: true });
}

/** Copies that a migration made hold everything about everybody, and nobody asked for them. How many went. */
export async function removeOldCopies(dataDir: string, before: string): Promise<number> {
  const old = (await listBackups(dataDir)).filter(
    ({ name, madeAt }) => BY_MIGRATION.test(name) && madeAt < before,
  );
  for (const { name } of old) {
    // Somebody may have removed it by hand since.
    const file = join(backupFolder(dataDir), name);
    await rm(file, { force: true });
    await rm(findingOf(file), { force: true });
  }
  return old.length;
}

/** What a process that died left half-way: uploads, copies for a check, links nobody used. How many. */
export async function sweepLeftovers(dataDir: string, before: Date): Promise<number> {
  const folder = backupFolder(dataDir);
  const names = await readdir(folder).catch(() => []);
  let removed = 0;
  for (const name of names.filter((it) => LEFTOVER.test(it))) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    // The inode's own time: a link's file may be as old as it likes.
    if (found === undefined || found.ctime >= before) continue;
    await rm(path, { recursive: true, force: true });
    removed += 1;
  }
  return removed;
}

async function readBackup(dataDir: string, name: string): Promise<Backup | undefined> {
  if (!BACKUP_NAME.test(name)) return undefined;
  const file = join(backupFolder(dataDir), name);
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) return undefined;
  const { size: bytes, mtime } = found;
  return { name, bytes, madeAt: mtime.toISOString(), contents: await readFinding(file) };
}

const findingOf = (file: string) => `${file}.checked.json`;

/** A finding that cannot be read is one that was not made. */
async function readFinding(file: string): Promise<BackupContents | null> {
  const text = await readFile(findingOf(file), 'utf8').catch(() => 'null');
  try {
    return backupContentsSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

export const inspect = (file: string) => explainUnsound(file, () => inspectBackup(file));

/** What is wrong with a file, in words for whoever brought it. */
export async function explainUnsound<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const name = basename(file);
    if (error instanceof NewerDatabaseError) {
      throw createUnsoundError(
        `${name} is from a newer version of this program. Install that version, then restore it.`,
      );
    }
    if (!(error instanceof UnsoundBackupError)) throw error;
    throw createUnsoundError(
      error.alien === undefined
        ? `${name} is damaged, or not a backup of this program.`
        : `${name} holds what this program does not make: ${error.alien}. Somebody has changed it.`,
    );
  }
}
