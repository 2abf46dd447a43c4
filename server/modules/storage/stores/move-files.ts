import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Bucket } from '#contract/calls/storage.ts';
import { type FileStore, listAll, withTemporary } from '#server/core/files/file-store.ts';
import { readMetadataNote } from '../metadata/stored-metadata.usecases.ts';
import { contentHashOf, type ObjectName } from '../object-name.ts';
import { hashContent } from '../uploads/upload.usecases.ts';

/**
 * Copies files missing at the destination, so an interrupted run can be continued. Verifies each copy; skips a
 * file whose content does not match its name. `isDry` only counts the files to copy. Returns the numbers of existing
 * and copied files, and each skipped one with the reason.
 */
export async function moveFiles(
  from: FileStore,
  to: FileStore,
  { isDry, onFile }: { isDry: boolean; onFile: (path: string) => void },
) {
  const skipped: string[] = [];
  let [existing, copied, bytes] = [0, 0, 0];
  const { rewritten } = await readMetadataNote(from);
  for (const found of await listAll(from)) {
    const { bucket, name } = found;
    if (await isCopied(from, to, found)) {
      existing += 1;
      continue;
    }
    // Files derived from a cover have the cover's hash in their name.
    const named = name.includes('/') ? undefined : contentHashOf(name);
    const expected = rewritten[`${bucket}/${name}`] ?? named;
    const problem = isDry ? undefined : await copyFile(from, to, found, expected);
    if (problem) skipped.push(`${bucket}/${name}: ${problem}`);
    else {
      copied += 1;
      bytes += found.bytes;
      onFile(`${bucket}/${name}`);
    }
  }
  return { existing, copied, bytes, skipped };
}

/** Compares size, and the content unless its hash is in the name. */
async function isCopied(
  from: FileStore,
  to: FileStore,
  { bucket, name, bytes }: ObjectName & { bytes: number },
): Promise<boolean> {
  if ((await to.find(bucket, name))?.bytes !== bytes) return false;
  const hashIn = (store: FileStore) => hashOf(store, bucket, name);
  return contentHashOf(name) !== undefined || (await hashIn(from)) === (await hashIn(to));
}

/** Returns why a file was skipped. */
const copyFile = (
  from: FileStore,
  to: FileStore,
  { bucket, name }: ObjectName,
  expected: string | undefined,
) =>
  withTemporary(to, async (temporary) => {
    await pipeline(await from.read(bucket, name), createWriteStream(temporary));
    const { sha256: sum } = await hashContent(createReadStream(temporary));
    if (expected !== undefined && !sum.startsWith(expected))
      return 'its content does not match its name';
    await to.adopt(temporary, bucket, name);
    if ((await hashOf(to, bucket, name)) !== sum) {
      await to.remove(bucket, name);
      return 'the copy differs when read back';
    }
    return undefined;
  });

async function hashOf(store: FileStore, bucket: Bucket, name: string): Promise<string> {
  const { sha256 } = await hashContent(await store.read(bucket, name));
  return sha256;
}
