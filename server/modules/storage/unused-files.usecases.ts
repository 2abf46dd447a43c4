import { z } from 'zod';
import { publicObjectPath } from '#contract/constants/pages/paths.ts';
import { filesDerivedFrom } from '#contract/constants/tracks/artwork.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { listAll } from '#server/core/files/file-store.ts';
import { parseJsonAs } from '#server/core/parse-json.ts';
import { contentHashOf } from './object-name.ts';
import { objectOfAddress } from './objects.usecases.ts';

/** Unused files stay this long, because a playback, an open admin page or a restored database may need them. */
const GRACE_PERIOD_MS = 7 * 24 * 60 * 60 * 1000;
const NOTE_FILE = 'unused.json';
/** When a file was first seen unused, by `bucket/name`. */
const noteSchema = z.record(z.string(), z.number());
const ADDRESS = /[^"'\s\\]*\/storage\/v1\/object\/public\/[^"'\s\\?#]+/g;

/** References to stored files by other modules, which storage does not know (server/file-users.ts). */
export interface FileUsers {
  /** Texts that are or contain addresses in use. */
  findTexts(): Promise<readonly string[]>;
  /** Addresses of files kept or deleted together. */
  findPairs(): Promise<readonly (readonly [string, string])[]>;
  /** Called when a file was deleted, to delete its data. */
  onDeleted(path: string): Promise<void>;
}

type SweepDeps = Pick<ServerDeps, 'store' | 'clock' | 'logger'>;

/**
 * Deletes recordings and covers unused for a week; returns the count. Never touches files that the operator
 * added under other names.
 */
export async function sweepUnusedFiles(deps: SweepDeps, users: FileUsers): Promise<number> {
  const { store, clock, logger } = deps;
  const now = clock.now();
  // Lists files before their uses, so that a new file is not considered unused.
  // Excludes files in folders, which are deleted with their cover.
  const files = (await listAll(store)).filter(
    ({ name }) => !name.includes('/') && contentHashOf(name) !== undefined,
  );
  const used = await findUsed(users);
  // An unreadable note restarts the week.
  const before = parseJsonAs(noteSchema, await store.readNote(NOTE_FILE)) ?? {};
  const since: Record<string, number> = {};
  let removed = 0;
  for (const { bucket, name, modifiedAt } of files) {
    const key = `${bucket}/${name}`;
    if (used.has(key)) continue;
    const firstSeen = before[key] ?? now;
    if (now - firstSeen < GRACE_PERIOD_MS || now - modifiedAt.getTime() < GRACE_PERIOD_MS) {
      since[key] = firstSeen;
      continue;
    }
    // Keeps a file that was stored again after the files were listed.
    const current = await store.find(bucket, name);
    if (current && current.modifiedAt > modifiedAt) continue;
    await store.remove(bucket, name);
    if (bucket === 'images') {
      for (const made of filesDerivedFrom(name)) await store.remove(bucket, made);
    }
    await users.onDeleted(publicObjectPath(bucket, name));
    logger.info({ object: key }, 'unused file removed');
    removed += 1;
  }
  await store.writeNote(NOTE_FILE, JSON.stringify(since));
  return removed;
}

/** `bucket/name` of every referenced file. */
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
