import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { BUCKETS } from '#contract/calls/storage.ts';
import { countContents } from '#db/inspect-backup.ts';
import { migrateToLatest } from '#db/migrations/migrate.ts';
import { copyRowsBetween } from '#db/move/copy-rows.ts';
import type { AppDatabase } from '#db/open.ts';
import { withDatabase } from '#db/restore.ts';
import type { BlobPlace } from '#server/core/files/blob-place.ts';
import type { FileStore } from '#server/core/files/file-store.ts';
import { exportTombstones } from '#server/modules/privacy/erasure/tombstones.usecases.ts';
import { backupFolder } from './backup-folder.ts';
import { alone } from './backups.usecases.ts';
import {
  type FullBackupLocation,
  nameAt,
  openFullBackupLocation,
  type StoredFile,
} from './full-backup-location.ts';

export interface FullBackupDeps {
  readonly dataDir: string;
  readonly db: AppDatabase;
  readonly store: FileStore;
  readonly place: BlobPlace;
  readonly identity: string;
  readonly signal?: AbortSignal;
  readonly onProgress?: OnProgress;
}

/** Counts files, excluding the database, which comes first. */
export type OnProgress = (done: number, of: number) => Promise<void> | void;

export interface MadeFullBackup {
  readonly name: string;
  readonly files: number;
  readonly bytes: number;
  /** Number of newly stored contents. */
  readonly added: number;
}

/**
 * Backs up database, recordings and pictures, encrypted; stores only new contents. The list that completes the
 * backup is written last: an interrupted run leaves parts that the next one reuses.
 */
export async function makeFullBackup(deps: FullBackupDeps, now: string): Promise<MadeFullBackup> {
  const { dataDir, signal } = deps;
  await mkdir(backupFolder(dataDir), { recursive: true, mode: 0o700 });
  return alone({ DATA_DIR: dataDir }, async () => {
    const whole = await openFullBackupLocation(deps.place, deps.identity, signal);
    await whole.begin();
    const known = await whole.listBlobs();
    const earlier = await readLatest(whole);
    // First, because files are only added: all that the database references exist afterwards.
    const { database, counts } = await withScratch(dataDir, async (copy) => {
      await copyRows(deps.db, copy);
      const database = await whole.addLocal(copy, known);
      // Counted afterwards, since opening a file may write to it. A copy that cannot be counted is found by the
      // check.
      const counts = await withDatabase(copy, countContents).catch(() => undefined);
      return { database, counts: counts && { people: counts.people, tracks: counts.tracks } };
    });
    const before = known.size;
    const files = await addFiles(deps, whole, { known, earlier });
    const tombstones = await exportTombstones(deps.db, dataDir);
    signal?.throwIfAborted();
    const name = await whole.writeList({ madeAt: now, database, files, counts, tombstones });
    return { name, files: files.length, bytes: sumOf(files), added: known.size - before };
  });
}

export const sumOf = (files: readonly StoredFile[]) =>
  files.reduce((sum, { bytes }) => sum + bytes, 0);

interface Earlier {
  /** Contents already stored. */
  readonly known: Set<string>;
  /** Content of each file in the last backup. */
  readonly earlier: ReadonlyMap<string, string>;
}

async function addFiles(
  { store, signal, onProgress }: FullBackupDeps,
  whole: FullBackupLocation,
  { known, earlier }: Earlier,
): Promise<StoredFile[]> {
  const files: StoredFile[] = [];
  const lists = await Promise.all(
    BUCKETS.map(async (bucket) => (await store.list(bucket)).map(({ name }) => ({ bucket, name }))),
  );
  const all = lists.flat();
  for (const [done, { bucket, name }] of all.entries()) {
    signal?.throwIfAborted();
    await onProgress?.(done, all.length);
    const found = await store.find(bucket, name);
    // Removed since it was listed.
    if (!found) continue;
    const changedAt = found.modifiedAt.toISOString();
    const same = earlier.get(keyOf({ bucket, name, bytes: found.bytes, changedAt }));
    const blob =
      same !== undefined && known.has(same)
        ? same
        : await whole
            .add(() => store.read(bucket, name), known)
            .catch(async (error: unknown) => {
              // Removed while being read.
              if (await store.find(bucket, name)) throw error;
              return undefined;
            });
    if (blob !== undefined) files.push({ bucket, name, bytes: found.bytes, changedAt, blob });
  }
  return files;
}

/** Reuses the last backup's list to skip unchanged files. An unreadable one only costs time. */
async function readLatest(whole: FullBackupLocation): Promise<Map<string, string>> {
  const latest = (await whole.listNames()).at(-1);
  const list = latest && (await whole.readList(latest).catch(() => undefined));
  return new Map(list ? list.files.map((file) => [keyOf(file), file.blob]) : []);
}

const keyOf = ({ bucket, name, bytes, changedAt }: Omit<StoredFile, 'blob'>) =>
  [bucket, name, bytes, changedAt].join(' ');

/** Copies either database into an SQLite file, so that a backup can be restored into either. */
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
 * Deletes full backups older than a moment, and contents no other one uses. Always keeps the newest. Only while
 * no other backup runs. Returns the number of deleted backups.
 */
export async function removeOldFullBackups(
  whole: FullBackupLocation,
  before: string,
): Promise<number> {
  const names = await whole.listNames();
  const old = names.slice(0, -1).filter((name) => name < nameAt(before));
  if (old.length === 0) return 0;
  // Listed before the lists are read, so that contents of a newer list are never deleted.
  const blobs = await whole.listBlobs();
  for (const name of old) await whole.removeList(name);
  for (const needed of await findNeeded(whole)) blobs.delete(needed);
  for (const blob of blobs) await whole.removeBlob(blob);
  return old.length;
}

/** Throws if a list is unreadable, because its contents are unknown and must stay. */
async function findNeeded(whole: FullBackupLocation): Promise<Set<string>> {
  const needed = new Set<string>();
  for (const name of await whole.listNames()) {
    const { database, files } = await whole.readList(name);
    needed.add(database);
    for (const { blob } of files) needed.add(blob);
  }
  return needed;
}
