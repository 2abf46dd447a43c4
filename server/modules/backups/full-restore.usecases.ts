import { statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { type InspectedBackup, inspectBackup } from '#db/inspect-backup.ts';
import { migrateToLatest } from '#db/migrations/migrate.ts';
import { copyRowsBetween, isInUse } from '#db/move/copy-rows.ts';
import type { AppDatabase } from '#db/open.ts';
import { stageBackup, withDatabase } from '#db/restore.ts';
import type { FileStore } from '#server/core/files/file-store.ts';
import { ensureRoom } from '#server/core/files/folders.ts';
import { carryAdminCredentials } from '#server/modules/auth/admins/carry-admin.usecases.ts';
import {
  applyTombstones,
  fileTombstonesOfOthers,
  importTombstones,
} from '#server/modules/privacy/erasure/tombstones.usecases.ts';
import { explainUnsound } from './backup-folder.ts';
import { alone, type BackupConfig, nameBackup, restoreBackup } from './backups.usecases.ts';
import { copyRows, type FullBackupDeps, sumOf, withScratch } from './full-backup.usecases.ts';
import {
  createNoBackupError,
  DamagedBackupError,
  type FullBackupList,
  type FullBackupLocation,
  openFullBackupLocation,
  type StoredFile,
} from './full-backup-location.ts';
import { signBackup } from './signature.ts';

type Source = Omit<FullBackupDeps, 'db'>;

export interface RestoringFullBackup {
  readonly config: BackupConfig;
  /** PostgreSQL; the embedded database is a file, which may be missing. */
  readonly db: AppDatabase | undefined;
  /** Undefined: the newest. */
  readonly name: string | undefined;
  readonly now: string;
  /** Restores what is available if files are missing or damaged in the backup. */
  readonly takesWhatThereIs: boolean;
}

export interface RestoredFullBackup {
  readonly name: string;
  readonly files: number;
  /** Files already present and identical. */
  readonly there: number;
  readonly lost: readonly string[];
  readonly kept: string | undefined;
}

/** Finds all problems before changing anything; restores the database last, after its files. */
export async function restoreFullBackup(
  source: Source,
  options: RestoringFullBackup,
): Promise<RestoredFullBackup> {
  const { dataDir, store } = source;
  const { whole, name, newest, list } = await openBackup(source, options.name);
  const absent: StoredFile[] = [];
  for (const kept of list.files) if (!(await isInPlace(store, whole, kept))) absent.push(kept);
  if (store.localPath('audio', 'x') !== undefined) await ensureRoom(store.incoming, sumOf(absent));
  const problems = await findProblems(whole, absent);
  if (problems.size > 0 && !options.takesWhatThereIs) {
    throw createProblemsError(name, describeProblems(problems));
  }
  return withScratch(dataDir, async (file) => {
    await takeDatabase(whole, list, file);
    // Room to stage it, copy it into place and keep the current one.
    await ensureRoom(dataDir, 3 * statSync(file).size);
    await explainUnsound(file, () => inspectBackup(file));
    for (const kept of absent) if (!problems.has(kept)) await putBack(store, whole, kept);
    // Uses the newest backup's list, because it includes later erasures.
    const { tombstones } = newest === name ? list : await whole.readList(newest);
    await importTombstones(dataDir, tombstones);
    const kept = await replaceDatabase(options, file);
    return {
      name,
      files: list.files.length - problems.size,
      there: list.files.length - absent.length,
      lost: [...problems.keys()].map(pathOf),
      kept,
    };
  });
}

export interface CheckedFullBackup extends InspectedBackup {
  readonly name: string;
  readonly files: number;
  readonly bytes: number;
  readonly problems: readonly string[];
}

/**
 * Performs a restore in a scratch folder, reads every file completely, compares the result with the backup's
 * own counts, and cleans up.
 */
export async function checkFullBackup(
  source: Pick<FullBackupDeps, 'place' | 'identity' | 'dataDir' | 'signal' | 'onProgress'>,
  wanted: string | undefined,
): Promise<CheckedFullBackup> {
  const { whole, name, list } = await openBackup(source, wanted);
  const counted = await withScratch(source.dataDir, async (file) => {
    await takeDatabase(whole, list, file);
    return explainUnsound(file, () => inspectBackup(file));
  });
  const problems = await findProblems(whole, list.files, source);
  return {
    ...counted,
    name,
    files: list.files.length,
    bytes: sumOf(list.files.filter((kept) => !problems.has(kept))),
    problems: [...findMiscount(list, counted), ...describeProblems(problems)],
  };
}

async function openBackup(
  { place, identity, signal }: Pick<FullBackupDeps, 'place' | 'identity' | 'signal'>,
  wanted: string | undefined,
) {
  const whole = await openFullBackupLocation(place, identity, signal);
  const names = await whole.listNames();
  const newest = names.at(-1);
  if (newest === undefined) throw await createNoBackupError(place);
  const name = wanted ?? newest;
  if (!names.includes(name)) {
    throw new Error(
      `There is no full backup ${name} in ${whole.label}. There are: ${names.join(', ')}`,
    );
  }
  return { whole, name, newest, list: await whole.readList(name) };
}

function findMiscount({ counts }: FullBackupList, { people, tracks }: InspectedBackup): string[] {
  if (!counts || (counts.people === people && counts.tracks === tracks)) return [];
  return [
    `database: ${people} people and ${tracks} tracks instead of ${counts.people} and ${counts.tracks}`,
  ];
}

async function isInPlace(
  store: FileStore,
  whole: FullBackupLocation,
  { bucket, name, bytes, blob }: StoredFile,
): Promise<boolean> {
  const found = await store.find(bucket, name);
  if (found?.bytes !== bytes) return false;
  return (await whole.nameOf(await store.read(bucket, name))) === blob;
}

async function takeDatabase(whole: FullBackupLocation, { database }: FullBackupList, file: string) {
  try {
    await whole.take(database, file);
  } catch (error) {
    if (!(error instanceof DamagedBackupError)) throw error;
    const what = `The database of this backup is ${error.problem} in ${whole.label}.`;
    throw new Error(what, { cause: error });
  }
}

type Problems = ReadonlyMap<StoredFile, string>;

/** Reads every file of the backup completely. */
async function findProblems(
  whole: FullBackupLocation,
  files: readonly StoredFile[],
  { signal, onProgress }: Pick<FullBackupDeps, 'signal' | 'onProgress'> = {},
): Promise<Problems> {
  const problems = new Map<StoredFile, string>();
  for (const [done, kept] of files.entries()) {
    signal?.throwIfAborted();
    await onProgress?.(done, files.length);
    try {
      let bytes = 0;
      for await (const chunk of whole.readContent(kept.blob)) bytes += chunk.length;
      if (bytes !== kept.bytes) problems.set(kept, `${bytes} bytes instead of ${kept.bytes}`);
    } catch (error) {
      if (!(error instanceof DamagedBackupError)) throw error;
      problems.set(kept, error.problem);
    }
  }
  return problems;
}

const describeProblems = (problems: Problems) =>
  [...problems].map(([kept, problem]) => `${pathOf(kept)}: ${problem}`);

async function putBack(
  store: FileStore,
  whole: FullBackupLocation,
  { bucket, name, blob }: StoredFile,
): Promise<void> {
  const temporary = await store.createTemporary();
  try {
    await whole.take(blob, temporary);
    // `adopt` keeps existing files.
    await store.remove(bucket, name);
    await store.adopt(temporary, bucket, name);
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Returns where the previous state is kept, if there was one. */
async function replaceDatabase(
  { config, db, now }: RestoringFullBackup,
  file: string,
): Promise<string | undefined> {
  // Trusted: encrypted with our key.
  if (!db) return restoreBackup(config, file, { now, trustsOrigin: true });
  return alone(config, async () => {
    await migrateToLatest(db);
    await fileTombstonesOfOthers(db, config.DATA_DIR);
    const staged = `${file}.staged`;
    await stageBackup(file, staged);
    await withDatabase(staged, async (copy) => {
      await applyTombstones(copy, config.DATA_DIR);
      await carryAdminCredentials(db, copy);
    });
    const kept = (await isInUse(db)) ? nameBackup(config, 'before-restore', now) : undefined;
    if (kept) {
      await copyRows(db, kept);
      await signBackup(config.DATA_DIR, kept);
    }
    await withDatabase(staged, (copy) => copyRowsBetween(copy, db));
    return kept;
  });
}

const pathOf = ({ bucket, name }: Pick<StoredFile, 'bucket' | 'name'>) => `${bucket}/${name}`;

const createProblemsError = (name: string, problems: readonly string[]) =>
  new Error(
    `${problems.length} files of ${name} are missing or damaged:\n${problems.join('\n')}\nNothing was changed. --what-there-is puts the rest back.`,
  );
