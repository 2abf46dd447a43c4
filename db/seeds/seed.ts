import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, extname, join } from 'node:path';
import { type Insertable, type Kysely, sql } from 'kysely';
import type { Bucket } from '#contract/calls/storage.ts';
import { madeOfCover } from '#contract/words/artwork.ts';
import { publicObjectPath } from '#contract/words/paths.ts';
import { toJson } from '../codecs.ts';
import type { AppDatabase } from '../open.ts';
import type { AudioContentTable } from '../schema/audio-content.ts';
import type { Database } from '../schema/database.ts';
import { type Library, openSampleLibrary } from './sample-library.ts';

/** What seeding needs of the server's file store. */
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
  /** The shipped one by default; opened only when there is something to do. */
  openLibrary?: () => Promise<Library>;
  onProgress?: (progress: SeedProgress) => void;
}

/** Set once, so that an owner who empties the library does not find the samples back after a restart. */
const SEEDED_KEY = 'library.seeded';

/**
 * Fills a fresh database with the sample library and answers whether it did. Files first, then all rows
 * in one transaction: whoever is stopped half-way starts again and ends with the same files and rows.
 */
export async function seedLibrary(db: AppDatabase, options: SeedOptions): Promise<boolean> {
  if (!(await isFresh(db.kysely))) return false;
  const rows = await storeTracks(options);
  return db.transaction(async (trx) => {
    // Another process may have been quicker.
    const { numInsertedOrUpdatedRows: claimed } = await trx
      .insertInto('settings')
      .values({ key: SEEDED_KEY, value: toJson(true) })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    if (claimed === 0n || !(await hasNoTracks(trx))) return false;
    await trx.insertInto('audio_content').values(rows).execute();
    if (db.dialect === 'postgres') await continueNumbering(trx);
    return true;
  });
}

async function isFresh(kysely: Kysely<Database>): Promise<boolean> {
  const seeded = await kysely
    .selectFrom('settings')
    .select('key')
    .where('key', '=', SEEDED_KEY)
    .executeTakeFirst();
  return seeded === undefined && (await hasNoTracks(kysely));
}

async function hasNoTracks(kysely: Kysely<Database>): Promise<boolean> {
  const track = await kysely.selectFrom('audio_content').select('id').limit(1).executeTakeFirst();
  return track === undefined;
}

async function storeTracks({ store, openLibrary, onProgress }: SeedOptions) {
  const library = await (openLibrary ?? openSampleLibrary)();
  const folder = await mkdtemp(join(tmpdir(), 'cradlesong-library-'));
  const rows: Insertable<AudioContentTable>[] = [];
  try {
    for await (const { slug, file } of library.record(folder)) {
      const track = library.tracks.find((candidate) => candidate.slug === slug);
      if (!track) throw new Error(`The library made a recording nobody asked for: ${slug}`);
      rows.push({
        ...track.row,
        audio_url: await storeFile(store, 'audio', slug, file),
        image_url: await storeCover(store, slug, track.cover),
      });
      await rm(file);
      onProgress?.({ done: rows.length, total: library.tracks.length, title: track.row.title });
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return rows.sort((a, b) => (a.id ?? 0) - (b.id ?? 0));
}

/** With the PNGs that lock screens want and the picture of the night, where they lie beside it. */
async function storeCover(store: SeedStore, slug: string, file: string): Promise<string> {
  const address = await storeFile(store, 'images', slug, file);
  const name = basename(address);
  const made = madeOfCover(basename(file));
  for (const [at, stored] of madeOfCover(name).entries()) {
    const drawn = join(dirname(file), made[at] ?? '');
    if (existsSync(drawn)) await adoptCopy(store, 'images', stored, drawn);
  }
  return address;
}

/** Named by content, so that storing it again changes nothing and browsers may keep it for ever. */
async function storeFile(
  store: SeedStore,
  bucket: Bucket,
  slug: string,
  file: string,
): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  const name = `${slug}-${hash.digest('hex').slice(0, 16)}${extname(file)}`;
  await adoptCopy(store, bucket, name, file);
  return publicObjectPath(bucket, name);
}

async function adoptCopy(store: SeedStore, bucket: Bucket, name: string, file: string) {
  const temporary = await store.createTemporary();
  await copyFile(file, temporary);
  await store.adopt(temporary, bucket, name);
}

/** Rows with ids of their own do not move PostgreSQL's counter. */
async function continueNumbering(trx: Kysely<Database>): Promise<void> {
  await sql`
    select setval(pg_get_serial_sequence('audio_content', 'id'), max(id)) from audio_content`.execute(
    trx,
  );
}
