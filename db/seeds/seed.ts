import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join, parse } from 'node:path';
import type { Insertable } from 'kysely';
import type { Bucket } from '#contract/calls/storage.ts';
import { publicObjectPath } from '#contract/constants/pages/paths.ts';
import { filesDerivedFrom } from '#contract/constants/tracks/artwork.ts';
import { toJson } from '../codecs.ts';
import { advanceSequences } from '../move/insert-rows.ts';
import type { AppDatabase } from '../open.ts';
import type { Database, Executor } from '../schema/database.ts';
import { type Library, openSampleLibrary } from './sample-library.ts';

/** The part of the server's file store that seeding uses. */
export interface SeedStore {
  createTemporary(): Promise<string>;
  adopt(temporary: string, bucket: Bucket, name: string): Promise<void>;
}

export interface SeedProgress {
  done: number;
  total: number;
  title: string;
}

export interface SeedOptions {
  store: SeedStore;
  /** Defaults to the shipped library; opened only when needed. */
  openLibrary?: () => Promise<Library>;
  onProgress?: (progress: SeedProgress) => void;
}

/** Set once, so that a restart does not bring back samples that the owner has deleted. */
const SEEDED_KEY = 'library.seeded';

/**
 * Seeds a new database with the sample library and returns whether it did. Files first, then all rows in one
 * transaction: an interrupted run can be repeated with the same result.
 */
export async function seedLibrary(db: AppDatabase, options: SeedOptions): Promise<boolean> {
  if (!(await isFresh(db.kysely))) return false;
  const rows = await storeTracks(options);
  return db.transaction(async (trx) => {
    // Another process may have been faster.
    const { numInsertedOrUpdatedRows: claimed } = await trx
      .insertInto('settings')
      .values({ key: SEEDED_KEY, value: toJson(true) })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    if (claimed === 0n || !(await hasNoTracks(trx))) return false;
    await trx.insertInto('audio_content').values(rows).execute();
    await advanceSequences(db, trx, ['audio_content']);
    return true;
  });
}

async function isFresh(kysely: Executor): Promise<boolean> {
  const seeded = await kysely
    .selectFrom('settings')
    .select('key')
    .where('key', '=', SEEDED_KEY)
    .executeTakeFirst();
  return seeded === undefined && (await hasNoTracks(kysely));
}

async function hasNoTracks(kysely: Executor): Promise<boolean> {
  const track = await kysely.selectFrom('audio_content').select('id').limit(1).executeTakeFirst();
  return track === undefined;
}

async function storeTracks({ store, openLibrary, onProgress }: SeedOptions) {
  const library = await (openLibrary ?? openSampleLibrary)();
  const rows: Insertable<Database['audio_content']>[] = [];
  for await (const { slug, parts } of library.record()) {
    const track = library.tracks.find((candidate) => candidate.slug === slug);
    if (!track) throw new Error(`The library made a recording without a track: ${slug}`);
    rows.push({
      ...track.row,
      audio_url: await storeFile(store, 'audio', `${slug}.mp3`, parts),
      image_url: await storeCover(store, slug, track.cover),
    });
    onProgress?.({ done: rows.length, total: library.tracks.length, title: track.row.title });
  }
  return rows.sort((a, b) => (a.id ?? 0) - (b.id ?? 0));
}

/** Includes the PNGs for lock screens and the night picture, if they exist next to it. */
async function storeCover(store: SeedStore, slug: string, file: string): Promise<string> {
  const address = await storeFile(store, 'images', slug + extname(file), [await readFile(file)]);
  const name = basename(address);
  const derived = filesDerivedFrom(basename(file));
  for (const [at, stored] of filesDerivedFrom(name).entries()) {
    const source = join(dirname(file), derived[at] ?? '');
    if (existsSync(source)) await adopt(store, 'images', stored, [await readFile(source)]);
  }
  return address;
}

/** Content-addressed, so that storing is idempotent and browsers may cache it for ever. */
async function storeFile(
  store: SeedStore,
  bucket: Bucket,
  file: string,
  parts: readonly Buffer[],
): Promise<string> {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  const { name: slug, ext } = parse(file);
  const name = `${slug}-${hash.digest('hex').slice(0, 16)}${ext}`;
  await adopt(store, bucket, name, parts);
  return publicObjectPath(bucket, name);
}

async function adopt(store: SeedStore, bucket: Bucket, name: string, parts: readonly Buffer[]) {
  const temporary = await store.createTemporary();
  await writeFile(temporary, parts);
  await store.adopt(temporary, bucket, name);
}
