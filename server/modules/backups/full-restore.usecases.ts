import { statSync } from 'node:fs';
import { migrateToLatest } from '#db/migrations/migrate.ts';
import { copyRowsBetween, isInUse } from '#db/move/copy-rows.ts';
import { preserveAdmins } from '#db/move/preserve-admins.ts';
import type { AppDatabase } from '#db/open.ts';
import { stageBackup, withDatabase } from '#db/restore.ts';
import { type FileStore, withTemporary } from '#server/core/files/file-store.ts';
import { ensureRoom } from '#server/core/files/folders.ts';
import {
  applyTombstones,
  importTombstones,
  mergeTombstones,
} from '#server/modules/privacy/erasure/tombstones.usecases.ts';
import { inspect, newBackupFile } from './backup-folder.ts';
import { type BackupConfig, restoreBackup, withBackupLock } from './backups.usecases.ts';
import { copyRows, type FullBackupDeps, sizeOf, withScratch } from './full-backup.usecases.ts';
import {
  DamagedBackupError,
  type FullBackupArchive,
  type FullBackupList,
  openFullBackupArchive,
  type StoredFile,
} from './full-backup-archive.ts';
import { signBackup } from './signature.ts';

export interface RestoringFullBackup {
  readonly config: BackupConfig;
  /** PostgreSQL only; undefined for SQLite, whose file may not exist yet. */
  readonly db: AppDatabase | undefined;
  /** Undefined for the newest. */
  readonly name: string | undefined;
  readonly now: string;
  /** Restores what is available if files are missing or damaged in the backup. */
  readonly allowsPartial: boolean;
}

/** Finds all problems before changing anything; restores the database last, after its files. */
export async function restoreFullBackup(
  source: Omit<FullBackupDeps, 'db'>,
  options: RestoringFullBackup,
) {
  const { dataDir, store } = source;
  const { archive, name, newest, list } = await openBackup(source, options.name);
  const absent: StoredFile[] = [];
  for (const file of list.files) {
    const { bucket, name: fileName, bytes, blob } = file;
    const isSameSize = (await store.find(bucket, fileName))?.bytes === bytes;
    const present = isSameSize && (await archive.blobNameOf(await store.read(bucket, fileName)));
    if (present !== blob) absent.push(file);
  }
  if (store.localPath('audio', 'x') !== undefined) await ensureRoom(store.incoming, sizeOf(absent));
  const problems = await findProblems(archive, absent);
  if (problems.size > 0 && !options.allowsPartial) {
    throw new Error(
      `${problems.size} files of ${name} are missing or damaged:\n${describeProblems(problems).join('\n')}\nNothing was changed. --what-there-is restores the rest.`,
    );
  }
  return withScratch(dataDir, async (database) => {
    await extractDatabase(archive, list, database);
    // Room to stage the database, copy it into place and keep the current one.
    await ensureRoom(dataDir, 3 * statSync(database).size);
    await inspect(database);
    for (const file of absent) if (!problems.has(file)) await restoreFile(store, archive, file);
    // Uses the newest backup's list, because it includes later erasures.
    const { tombstones } = newest === name ? list : await archive.readList(newest);
    await importTombstones(dataDir, tombstones);
    const kept = await replaceDatabase(options, database);
    return {
      name,
      files: list.files.length - problems.size,
      /** Files that were already present and identical. */
      present: list.files.length - absent.length,
      lost: [...problems.keys()].map(pathOf),
      kept,
    };
  });
}

export type CheckedFullBackup = Awaited<ReturnType<typeof checkFullBackup>>;

/**
 * Performs a restore in a scratch folder, reads every file completely, and cleans up.
 */
export async function checkFullBackup(
  source: Omit<FullBackupDeps, 'db' | 'store'>,
  wanted?: string,
) {
  const { archive, name, list } = await openBackup(source, wanted);
  const counted = await withScratch(source.dataDir, async (database) => {
    await extractDatabase(archive, list, database);
    return inspect(database);
  });
  const problems = await findProblems(archive, list.files, source);
  return {
    ...counted,
    name,
    files: list.files.length,
    bytes: sizeOf(list.files.filter((file) => !problems.has(file))),
    problems: describeProblems(problems),
  };
}

async function openBackup(
  { target, identity, signal }: Pick<FullBackupDeps, 'target' | 'identity' | 'signal'>,
  wanted: string | undefined,
) {
  const archive = await openFullBackupArchive(target, identity, signal);
  const names = await archive.listNames();
  const newest = names.at(-1);
  if (newest === undefined) throw new Error(`There is no full backup in ${target.label}.`);
  const name = wanted ?? newest;
  if (!names.includes(name)) {
    throw new Error(
      `There is no full backup ${name} in ${target.label}. There are: ${names.join(', ')}`,
    );
  }
  return { archive, name, newest, list: await archive.readList(name) };
}

async function extractDatabase(
  archive: FullBackupArchive,
  { database }: FullBackupList,
  file: string,
): Promise<void> {
  await archive.extract(database, file).catch((error: unknown) => {
    if (!(error instanceof DamagedBackupError)) throw error;
    const what = `The database of this backup is ${error.problem} in ${archive.label}.`;
    throw new Error(what, { cause: error });
  });
}

type Problems = ReadonlyMap<StoredFile, string>;

/** Reads every file of the backup completely. */
async function findProblems(
  archive: FullBackupArchive,
  files: readonly StoredFile[],
  { signal, onProgress }: Pick<FullBackupDeps, 'signal' | 'onProgress'> = {},
): Promise<Problems> {
  const problems = new Map<StoredFile, string>();
  for (const [done, file] of files.entries()) {
    signal?.throwIfAborted();
    await onProgress?.(done, files.length);
    try {
      let bytes = 0;
      for await (const chunk of archive.readBlob(file.blob)) bytes += chunk.length;
      if (bytes !== file.bytes) problems.set(file, `${bytes} bytes instead of ${file.bytes}`);
    } catch (error) {
      if (!(error instanceof DamagedBackupError)) throw error;
      problems.set(file, error.problem);
    }
  }
  return problems;
}

const describeProblems = (problems: Problems) =>
  [...problems].map(([file, problem]) => `${pathOf(file)}: ${problem}`);

const pathOf = ({ bucket, name }: StoredFile) => `${bucket}/${name}`;

const restoreFile = (
  store: FileStore,
  archive: FullBackupArchive,
  { bucket, name, blob }: StoredFile,
) =>
  withTemporary(store, async (temporary) => {
    await archive.extract(blob, temporary);
    await store.adopt(temporary, bucket, name);
  });

/** Returns where the previous state is kept, if there was one. */
async function replaceDatabase(
  { config, db, now }: RestoringFullBackup,
  file: string,
): Promise<string | undefined> {
  // Trusted, because the name of the blob is an HMAC with our key.
  if (!db) return restoreBackup(config, file, { now, trustsOrigin: true });
  const { DATA_DIR } = config;
  return withBackupLock(DATA_DIR, async () => {
    await migrateToLatest(db);
    await mergeTombstones(db, DATA_DIR);
    const staged = `${file}.staged`;
    await stageBackup(file, staged);
    const kept = (await isInUse(db)) ? newBackupFile(DATA_DIR, 'before-restore', now) : undefined;
    if (kept) {
      await copyRows(db, kept);
      await signBackup(DATA_DIR, kept);
    }
    await withDatabase(staged, async (copy) => {
      await applyTombstones(copy, DATA_DIR);
      await preserveAdmins(db, copy);
      await copyRowsBetween(copy, db);
    });
    return kept;
  });
}
