import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { type InspectedBackup, inspectBackup } from '#db/inspect-backup.ts';
import { migrateToLatest } from '#db/migrations/migrate.ts';
import { isInUse, moveRows } from '#db/move/move-rows.ts';
import type { AppDatabase } from '#db/open.ts';
import { stageBackup, withDatabase } from '#db/restore.ts';
import { carryAdminCredentials } from '#server/modules/auth/carry-admin.usecases.ts';
import {
  applyTombstones,
  fileTombstonesOfOthers,
  importTombstones,
} from '#server/modules/privacy/tombstones.usecases.ts';
import { explainUnsound } from './backup-folder.ts';
import { alone, type BackupConfig, nameBackup, restoreBackup } from './backups.usecases.ts';
import { sealBackup } from './seal.ts';
import { BrokenSealError } from './sealed-stream.ts';
import { copyRows, type WholeDeps, withScratch } from './whole-backup.usecases.ts';
import { type KeptFile, openWholePlace, type WholeList, type WholePlace } from './whole-place.ts';

type Source = Omit<WholeDeps, 'db'>;

export interface RestoringWhole {
  readonly config: BackupConfig;
  /** PostgreSQL; the embedded database is a file, which may be missing. */
  readonly db: AppDatabase | undefined;
  /** Undefined: the newest. */
  readonly name: string | undefined;
  readonly now: string;
  /** Puts back what there is, where files are missing or damaged in the backup. */
  readonly takesWhatThereIs: boolean;
}

export interface RestoredWhole {
  readonly name: string;
  readonly files: number;
  /** Files that were here already, as in the backup. */
  readonly there: number;
  readonly lost: readonly string[];
  readonly kept: string | undefined;
}

/** Everything is looked for before anything is changed; the database comes last, when its files are here. */
export async function restoreWholeBackup(
  source: Source,
  options: RestoringWhole,
): Promise<RestoredWhole> {
  const whole = await openWholePlace(source.place, source.secret);
  const names = await whole.listNames();
  const name = chooseName(whole, names, options.name);
  const list = await whole.readList(name);
  const missing = await findMissing(whole, list);
  if (missing.length > 0 && !options.takesWhatThereIs) throw createMissingError(name, missing);
  return withScratch(source.dataDir, async (file) => {
    await takeDatabase(whole, list, file);
    await explainUnsound(file, () => inspectBackup(file));
    const lost: string[] = [];
    let there = 0;
    for (const kept of list.files) {
      const outcome = await putBack(source, whole, kept, options.takesWhatThereIs);
      if (outcome === 'there') there += 1;
      if (outcome === 'lost') lost.push(pathOf(kept));
    }
    // Of the newest backup, which knows of erasures that the chosen one does not.
    const newest = await whole.readList(names.at(-1) ?? name);
    await importTombstones(source.dataDir, newest.tombstones);
    const kept = await replaceDatabase(options, file);
    return { name, files: list.files.length - lost.length, there, lost, kept };
  });
}

export interface CheckedWhole extends InspectedBackup {
  readonly name: string;
  readonly files: number;
  readonly bytes: number;
  readonly problems: readonly string[];
}

/**
 * A drill: does all that a restore does in a scratch place, reads every file to its end, compares what it finds
 * with what the backup says of itself, and leaves nothing.
 */
export async function checkWholeBackup(
  source: Pick<WholeDeps, 'place' | 'secret' | 'dataDir' | 'signal' | 'onProgress'>,
  wanted: string | undefined,
): Promise<CheckedWhole> {
  const whole = await openWholePlace(source.place, source.secret, source.signal);
  const name = chooseName(whole, await whole.listNames(), wanted);
  const list = await whole.readList(name);
  const counted = await withScratch(source.dataDir, async (file) => {
    await takeDatabase(whole, list, file);
    return explainUnsound(file, () => inspectBackup(file));
  });
  const problems = findMiscount(list, counted);
  let bytes = 0;
  for (const [done, kept] of list.files.entries()) {
    source.signal?.throwIfAborted();
    await source.onProgress?.(done, list.files.length);
    const problem = await findProblem(whole, kept);
    if (problem) problems.push(`${pathOf(kept)}: ${problem}`);
    else bytes += kept.bytes;
  }
  return { ...counted, name, files: list.files.length, bytes, problems };
}

function findMiscount({ counts }: WholeList, { people, tracks }: InspectedBackup): string[] {
  if (!counts || (counts.people === people && counts.tracks === tracks)) return [];
  return [
    `database: ${people} people and ${tracks} tracks instead of ${counts.people} and ${counts.tracks}`,
  ];
}

function chooseName(whole: WholePlace, names: readonly string[], wanted: string | undefined) {
  const name = wanted ?? names.at(-1);
  if (name === undefined) throw new Error(`There is no whole backup in ${whole.label}.`);
  if (!names.includes(name)) {
    throw new Error(
      `There is no whole backup ${name} in ${whole.label}. There are: ${names.join(', ')}`,
    );
  }
  return name;
}

async function findMissing(whole: WholePlace, list: WholeList): Promise<string[]> {
  const blobs = await whole.listBlobs();
  return list.files.filter(({ blob }) => !blobs.has(blob)).map(pathOf);
}

async function takeDatabase(whole: WholePlace, list: WholeList, file: string): Promise<void> {
  const isThere = await whole.take(list.database, createWriteStream(file, { mode: 0o600 }));
  if (!isThere) throw new Error(`The database of this backup is missing in ${whole.label}.`);
}

async function findProblem(
  whole: WholePlace,
  { blob, bytes }: KeptFile,
): Promise<string | undefined> {
  let found = 0;
  const nowhere = new Writable({
    write(chunk: Buffer, _encoding, done) {
      found += chunk.length;
      done();
    },
  });
  try {
    if (!(await whole.take(blob, nowhere))) return 'missing';
    return found === bytes ? undefined : `${found} bytes instead of ${bytes}`;
  } catch (error) {
    if (error instanceof BrokenSealError) return 'damaged';
    throw error;
  }
}

async function putBack(
  { store }: Source,
  whole: WholePlace,
  { bucket, name, blob }: KeptFile,
  isForgiving: boolean,
): Promise<'there' | 'back' | 'lost'> {
  const found = await store.find(bucket, name);
  if (found && (await whole.nameOf(await store.read(bucket, name))) === blob) return 'there';
  const temporary = await store.createTemporary();
  try {
    if (!(await whole.take(blob, createWriteStream(temporary)))) return 'lost';
    // A folder keeps what has the name already.
    await store.remove(bucket, name);
    await store.adopt(temporary, bucket, name);
    return 'back';
  } catch (error) {
    if (isForgiving && error instanceof BrokenSealError) return 'lost';
    throw error;
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Answers where the state before is kept, where there was one. */
async function replaceDatabase(
  { config, db, now }: RestoringWhole,
  file: string,
): Promise<string | undefined> {
  // Its seal is the key: nobody else could have made it.
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
      await sealBackup(config.DATA_DIR, kept);
    }
    await withDatabase(staged, (copy) => moveRows(copy, db));
    return kept;
  });
}

const pathOf = ({ bucket, name }: Pick<KeptFile, 'bucket' | 'name'>) => `${bucket}/${name}`;

const createMissingError = (name: string, missing: readonly string[]) =>
  new Error(
    `Of ${name} ${missing.length} files are missing, such as ${missing[0]}. Nothing was changed. --what-there-is puts the rest back.`,
  );
