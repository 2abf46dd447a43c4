import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { BUCKETS } from '#contract/calls/storage.ts';
import { countContents } from '#db/inspect-backup.ts';
import { migrateToLatest } from '#db/migrations/migrate.ts';
import { moveRows } from '#db/move/move-rows.ts';
import type { AppDatabase } from '#db/open.ts';
import { withDatabase } from '#db/restore.ts';
import type { BlobPlace } from '#server/core/blob-place.ts';
import type { FileStore } from '#server/core/file-store.ts';
import { exportTombstones } from '#server/modules/privacy/tombstones.usecases.ts';
import { backupFolder } from './backup-folder.ts';
import { alone } from './backups.usecases.ts';
import { type KeptFile, openWholePlace, type WholePlace } from './whole-place.ts';

export interface WholeDeps {
  readonly dataDir: string;
  readonly db: AppDatabase;
  readonly store: FileStore;
  readonly place: BlobPlace;
  readonly secret: Buffer;
  readonly signal?: AbortSignal;
  readonly onProgress?: OnProgress;
}

/** Of files; the database, which comes first, is none of them. */
export type OnProgress = (done: number, of: number) => Promise<void> | void;

export interface MadeWhole {
  readonly name: string;
  readonly files: number;
  readonly bytes: number;
  /** Files whose content was not there yet. */
  readonly added: number;
}

/**
 * Database, recordings and pictures, sealed; of these only what is not there yet. The list that makes it a
 * backup comes last: whoever dies before leaves parts that the next one uses.
 */
export async function makeWholeBackup(deps: WholeDeps, now: string): Promise<MadeWhole> {
  const { dataDir, signal } = deps;
  await mkdir(backupFolder(dataDir), { recursive: true, mode: 0o700 });
  return alone({ DATA_DIR: dataDir }, async () => {
    const whole = await openWholePlace(deps.place, deps.secret, signal);
    await whole.begin();
    const known = await whole.listBlobs();
    const earlier = await readLatest(whole);
    // First, since files are only ever added: each that the database names is there afterwards.
    const { database, counts } = await withScratch(dataDir, async (copy) => {
      await copyRows(deps.db, copy);
      const database = await whole.addLocal(copy, known);
      // Afterwards, since opening a file may write to it. One that cannot be counted is the check's to find.
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

const sumOf = (files: readonly KeptFile[]) => files.reduce((sum, { bytes }) => sum + bytes, 0);

interface Earlier {
  /** Contents that are in the place already. */
  readonly known: Set<string>;
  /** Of the last backup: which content each file had. */
  readonly earlier: ReadonlyMap<string, string>;
}

async function addFiles(
  { store, signal, onProgress }: WholeDeps,
  whole: WholePlace,
  { known, earlier }: Earlier,
): Promise<KeptFile[]> {
  const files: KeptFile[] = [];
  const lists = await Promise.all(
    BUCKETS.map(async (bucket) =>
      (await store.listNames(bucket)).sort().map((name) => ({ bucket, name })),
    ),
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
              // Or while it was being read.
              if (await store.find(bucket, name)) throw error;
              return undefined;
            });
    if (blob !== undefined) files.push({ bucket, name, bytes: found.bytes, changedAt, blob });
  }
  return files;
}

/** What the last backup has read need not be read again. One that cannot be opened only costs time. */
async function readLatest(whole: WholePlace): Promise<Map<string, string>> {
  const latest = (await whole.listNames()).at(-1);
  const list = latest && (await whole.readList(latest).catch(() => undefined));
  return new Map(list ? list.files.map((file) => [keyOf(file), file.blob]) : []);
}

const keyOf = ({ bucket, name, bytes, changedAt }: Omit<KeptFile, 'blob'>) =>
  [bucket, name, bytes, changedAt].join(' ');

/** A file of the embedded engine from either engine, so that a backup can be put into either. */
export async function copyRows(db: AppDatabase, file: string): Promise<void> {
  if (db.copyTo) return db.copyTo(file);
  await withDatabase(file, async (copy) => {
    await migrateToLatest(copy);
    await moveRows(db, copy);
  });
}

/** A file of its own beside the backups, which a process that dies leaves to be swept. */
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
