import { createReadStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { migrateToLatest } from '#db/migrations/migrate.ts';
import { copyRowsBetween } from '#db/move/copy-rows.ts';
import type { AppDatabase } from '#db/open.ts';
import { withDatabase } from '#db/restore.ts';
import { timeInName } from '#server/core/clock.ts';
import { type FileStore, listAll } from '#server/core/files/file-store.ts';
import { exportTombstones } from '#server/modules/privacy/erasure/tombstones.usecases.ts';
import { backupFolder } from './backup-folder.ts';
import { withBackupLock } from './backups.usecases.ts';
import {
  type FullBackupArchive,
  openFullBackupArchive,
  type StoredFile,
} from './full-backup-archive.ts';
import type { FullBackupSetup } from './full-backup-target.ts';

export interface FullBackupDeps extends FullBackupSetup {
  readonly dataDir: string;
  readonly db: AppDatabase;
  readonly store: FileStore;
  readonly signal?: AbortSignal;
  readonly onProgress?: OnProgress;
}

/** Counts files, excluding the database, which comes first. */
export type OnProgress = (done: number, of: number) => Promise<void> | void;

export type MadeFullBackup = Awaited<ReturnType<typeof makeFullBackup>>;

/**
 * Backs up database, recordings and pictures, encrypted; stores only new blobs. The list that completes the
 * backup is written last: an interrupted run leaves parts that the next one reuses. `added` counts new blobs,
 * without the database.
 */
export async function makeFullBackup(deps: FullBackupDeps, now: string) {
  const { dataDir, db, target, identity, signal } = deps;
  return withBackupLock(dataDir, async () => {
    const archive = await openFullBackupArchive(target, identity, signal);
    await archive.prepare();
    const known = await archive.listBlobs();
    // The database first: files are only added, so every file it references still exists afterwards.
    const database = await withScratch(dataDir, async (copy) => {
      await copyRows(db, copy);
      return archive.add(async () => createReadStream(copy), known);
    });
    const before = known.size;
    const files = await addFiles(deps, archive, known);
    const tombstones = await exportTombstones(db, dataDir);
    signal?.throwIfAborted();
    const name = await archive.writeList({ madeAt: now, database, files, tombstones });
    return { name, files: files.length, bytes: sizeOf(files), added: known.size - before };
  });
}

export const sizeOf = (files: readonly StoredFile[]) =>
  files.reduce((sum, { bytes }) => sum + bytes, 0);

/** Files that are unchanged since the last backup are not read again. */
async function addFiles(
  { store, signal, onProgress }: FullBackupDeps,
  archive: FullBackupArchive,
  known: Set<string>,
): Promise<StoredFile[]> {
  const latest = (await archive.listNames()).at(-1);
  // If the list of the last backup is unreadable, all files are read again.
  const list = latest && (await archive.readList(latest).catch(() => undefined));
  const earlier = new Map(list ? list.files.map((file) => [keyOf(file), file.blob]) : []);
  const all = await listAll(store);
  const files: StoredFile[] = [];
  for (const [done, { bucket, name }] of all.entries()) {
    signal?.throwIfAborted();
    await onProgress?.(done, all.length);
    const found = await store.find(bucket, name);
    // The file was removed after it was listed.
    if (!found) continue;
    const file = { bucket, name, bytes: found.bytes, changedAt: found.modifiedAt.toISOString() };
    const knownBlob = earlier.get(keyOf(file));
    if (knownBlob !== undefined && known.has(knownBlob)) {
      files.push({ ...file, blob: knownBlob });
      continue;
    }
    try {
      files.push({ ...file, blob: await archive.add(() => store.read(bucket, name), known) });
    } catch (error) {
      // A file that was deleted while it was read is left out.
      if (await store.find(bucket, name)) throw error;
    }
  }
  return files;
}

const keyOf = ({ bucket, name, bytes, changedAt }: Omit<StoredFile, 'blob'>) =>
  [bucket, name, bytes, changedAt].join(' ');

/** Copies SQLite or PostgreSQL into an SQLite file, which can be restored into both. */
export async function copyRows(db: AppDatabase, file: string): Promise<void> {
  if (db.copyTo) return db.copyTo(file);
  await withDatabase(file, async (copy) => {
    await migrateToLatest(copy);
    await copyRowsBetween(db, copy);
  });
}

/** A temporary file beside the backups; swept later if the process dies. */
export async function withScratch<T>(
  dataDir: string,
  work: (file: string) => Promise<T>,
): Promise<T> {
  const folder = join(backupFolder(dataDir), `.upload-${crypto.randomUUID()}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    return await work(join(folder, 'database.sqlite'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Deletes full backups made before a time, and blobs that no other one uses; always keeps the newest. Call only
 * while no backup runs. Returns the number of deleted backups.
 */
export async function removeOldFullBackups(
  archive: FullBackupArchive,
  before: string,
): Promise<number> {
  const names = await archive.listNames();
  const old = names.slice(0, -1).filter((name) => name < timeInName(before));
  if (old.length === 0) return 0;
  // Listed before the lists are read, so that blobs of a newer list are never deleted.
  const unused = await archive.listBlobs();
  for (const name of old) await archive.removeList(name);
  for (const name of await archive.listNames()) {
    // Throws if a list is unreadable, because its blobs are unknown and must stay.
    const { database, files } = await archive.readList(name);
    for (const blob of [database, ...files.map((file) => file.blob)]) unused.delete(blob);
  }
  for (const blob of unused) await archive.removeBlob(blob);
  return old.length;
}
