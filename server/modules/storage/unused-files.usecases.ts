import type { Kysely } from 'kysely';
import { z } from 'zod';
import { publicObjectPath } from '#contract/paths.ts';
import { BUCKETS, type Bucket } from '#contract/storage.ts';
import type { Database } from '#db/schema/database.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { contentHashOf } from './object-name.ts';
import { objectOfAddress } from './stored-object.usecases.ts';

/** Longer than any listening, any open admin tab, and any backup that is put back without its files. */
const GRACE_MS = 7 * 24 * 60 * 60 * 1000;
const NOTE = 'unused.json';
/** Since when a file has been seen unused, by `bucket/name`. */
const noteSchema = z.record(z.string(), z.number());
const ADDRESS = /[^"'\s\\]*\/storage\/v1\/object\/public\/[^"'\s\\?#]+/g;

/**
 * Removes recordings and covers that nothing has pointed at for a week; answers how many. Files that
 * the operator put there under names of their own are never touched.
 */
export async function sweepUnusedFiles(deps: ServerDeps): Promise<number> {
  const { db, store, clock, logger } = deps;
  const now = clock.now();
  // First the files, then who uses them: what arrives in between is not among them.
  const files = (await Promise.all(BUCKETS.map((bucket) => listFiles(deps, bucket)))).flat();
  const used = await findUsed(db.kysely);
  const before = await readNote(deps);
  const since: Record<string, number> = {};
  let removed = 0;
  for (const { bucket, name, modifiedAt } of files) {
    const key = `${bucket}/${name}`;
    if (used.has(key)) continue;
    const firstSeen = before[key] ?? now;
    if (now - firstSeen < GRACE_MS || now - modifiedAt.getTime() < GRACE_MS) {
      since[key] = firstSeen;
      continue;
    }
    await store.remove(bucket, name);
    await db.kysely
      .deleteFrom('recordings')
      .where('path', '=', publicObjectPath(bucket, name))
      .execute();
    logger.info({ object: key }, 'a file that nothing used was removed');
    removed += 1;
  }
  await store.writeNote(NOTE, JSON.stringify(since));
  return removed;
}

async function listFiles({ store }: ServerDeps, bucket: Bucket) {
  const files = await store.list(bucket);
  return files
    .filter(({ name }) => contentHashOf(name) !== undefined)
    .map((file) => ({ bucket, ...file }));
}

async function readNote({ store }: ServerDeps): Promise<Record<string, number>> {
  const text = await store.readNote(NOTE);
  if (text === undefined) return {};
  try {
    return noteSchema.parse(JSON.parse(text));
  } catch {
    // Half written by a power cut: the week begins anew, which costs nothing but room.
    return {};
  }
}

/** `bucket/name` of everything a row points at. */
async function findUsed(db: Kysely<Database>): Promise<Set<string>> {
  const tracks = await db.selectFrom('audio_content').select(['audio_url', 'image_url']).execute();
  const settings = await db.selectFrom('settings').select('value').execute();
  const people = await db
    .selectFrom('profiles')
    .select('avatar_url')
    .where('avatar_url', 'like', '%/storage/v1/object/%')
    .execute();
  const addresses = [
    ...tracks.flatMap(({ audio_url, image_url }) => [audio_url, image_url ?? '']),
    ...people.map(({ avatar_url }) => avatar_url ?? ''),
    ...settings.flatMap(({ value }) => JSON.stringify(value).match(ADDRESS) ?? []),
  ];
  const used = new Set(addresses.flatMap(keyOfAddress));
  // Original and copy stay together, so that the admin can go from one to the other.
  const recordings = await db
    .selectFrom('recordings')
    .select(['path', 'levelled_path'])
    .where('levelled_path', 'is not', null)
    .execute();
  for (const { path, levelled_path } of recordings) {
    const pair = [path, levelled_path ?? ''].flatMap(keyOfAddress);
    if (pair.some((key) => used.has(key))) for (const key of pair) used.add(key);
  }
  return used;
}

function keyOfAddress(address: string): string[] {
  const object = objectOfAddress(address);
  return object ? [`${object.bucket}/${object.name}`] : [];
}
