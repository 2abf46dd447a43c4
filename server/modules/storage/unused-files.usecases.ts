import { z } from 'zod';
import { BUCKETS, type Bucket } from '#contract/calls/storage.ts';
import { madeOfCover } from '#contract/words/artwork.ts';
import { publicObjectPath } from '#contract/words/paths.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { contentHashOf } from './object-name.ts';
import { objectOfAddress } from './stored-object.usecases.ts';

/** Longer than any listening, any open admin tab, and any backup that is put back without its files. */
const GRACE_MS = 7 * 24 * 60 * 60 * 1000;
const NOTE = 'unused.json';
/** Since when a file has been seen unused, by `bucket/name`. */
const noteSchema = z.record(z.string(), z.number());
const ADDRESS = /[^"'\s\\]*\/storage\/v1\/object\/public\/[^"'\s\\?#]+/g;

/** Who points at stored files. Storage asks, and does not know what their rows mean. */
export interface FileUsers {
  /** Addresses of what is in use, alone or within texts. */
  findTexts(): Promise<readonly string[]>;
  /** Addresses of files that stay or go together. */
  findPairs(): Promise<readonly (readonly [string, string])[]>;
  /** A file is gone, and so is what was kept about it. */
  forget(path: string): Promise<void>;
}

type SweepDeps = Pick<ServerDeps, 'store' | 'clock' | 'logger'>;

/**
 * Removes recordings and covers that nothing has pointed at for a week; answers how many. Files that
 * the operator put there under names of their own are never touched.
 */
export async function sweepUnusedFiles(deps: SweepDeps, users: FileUsers): Promise<number> {
  const { store, clock, logger } = deps;
  const now = clock.now();
  // First the files, then who uses them: what arrives in between is not among them.
  const files = (await Promise.all(BUCKETS.map((bucket) => listFiles(deps, bucket)))).flat();
  const used = await findUsed(users);
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
    if (bucket === 'images') {
      for (const made of madeOfCover(name)) await store.remove(bucket, made);
    }
    await users.forget(publicObjectPath(bucket, name));
    logger.info({ object: key }, 'a file that nothing used was removed');
    removed += 1;
  }
  await store.writeNote(NOTE, JSON.stringify(since));
  return removed;
}

async function listFiles({ store }: SweepDeps, bucket: Bucket) {
  const files = await store.list(bucket);
  return files
    .filter(({ name }) => contentHashOf(name) !== undefined)
    .map((file) => ({ bucket, ...file }));
}

async function readNote({ store }: SweepDeps): Promise<Record<string, number>> {
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
async function findUsed(users: FileUsers): Promise<Set<string>> {
  const texts = await users.findTexts();
  const used = new Set(texts.flatMap((text) => text.match(ADDRESS) ?? []).flatMap(keyOfAddress));
  for (const addresses of await users.findPairs()) {
    const pair = addresses.flatMap(keyOfAddress);
    if (pair.some((key) => used.has(key))) for (const key of pair) used.add(key);
  }
  return used;
}

function keyOfAddress(address: string): string[] {
  const object = objectOfAddress(address);
  return object ? [`${object.bucket}/${object.name}`] : [];
}
