import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '#server/core/clock.ts';

/** Ten thousand files take a while, and nobody watches them grow by the second. */
const KEPT_MS = 60_000;

/** Bytes of all files in a folder and below; counted at most once a minute. */
export function createFolderSize(folder: string, clock: Clock): () => Promise<number> {
  let known = Promise.resolve(0);
  let countedAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (clock.now() - countedAt >= KEPT_MS) {
      countedAt = clock.now();
      known = countBytes(folder);
    }
    return known;
  };
}

async function countBytes(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  let bytes = 0;
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    // What has gone since it was listed weighs nothing.
    const found = await stat(join(entry.parentPath, entry.name)).catch(() => undefined);
    bytes += found?.size ?? 0;
  }
  return bytes;
}
