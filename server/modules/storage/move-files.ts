import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { unlink } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BUCKETS, type Bucket } from '#contract/calls/storage.ts';
import type { FileStore } from '#server/core/file-store.ts';
import { contentHashOf } from './object-name.ts';

export interface FileMove {
  /** Files that are there already, as they are here. */
  readonly there: number;
  readonly moved: number;
  readonly bytes: number;
  /** Why each of the others was left. */
  readonly left: readonly string[];
}

interface MoveOptions {
  /** Nothing is written; what would be moved is counted. */
  readonly isDry: boolean;
  readonly onFile?: (path: string) => void;
}

/**
 * Copies every file that is not at the other end yet, so that a move that broke off goes on where it was.
 * Each is read back and compared; one whose content is not what its name says stays behind.
 */
export async function moveFiles(
  from: FileStore,
  to: FileStore,
  { isDry, onFile = () => undefined }: MoveOptions,
): Promise<FileMove> {
  const left: string[] = [];
  let [there, moved, bytes] = [0, 0, 0];
  for (const bucket of BUCKETS) {
    for (const name of (await from.listNames(bucket)).sort()) {
      const found = await from.find(bucket, name);
      if (!found) continue;
      if (await isThere(from, to, bucket, name)) {
        there += 1;
        continue;
      }
      const problem = isDry ? undefined : await moveFile(from, to, bucket, name);
      if (problem) left.push(`${bucket}/${name}: ${problem}`);
      else {
        moved += 1;
        bytes += found.bytes;
        onFile(`${bucket}/${name}`);
      }
    }
  }
  return { there, moved, bytes, left };
}

/** A name with a hash says what is in it; any other is compared. */
async function isThere(
  from: FileStore,
  to: FileStore,
  bucket: Bucket,
  name: string,
): Promise<boolean> {
  const [one, other] = [await from.find(bucket, name), await to.find(bucket, name)];
  if (!one || !other || one.bytes !== other.bytes) return false;
  if (contentHashOf(name) !== undefined) return true;
  return (
    (await hashOf(await from.read(bucket, name))) === (await hashOf(await to.read(bucket, name)))
  );
}

/** Says why it was left. */
async function moveFile(
  from: FileStore,
  to: FileStore,
  bucket: Bucket,
  name: string,
): Promise<string | undefined> {
  const temporary = await to.createTemporary();
  try {
    const hash = createHash('sha256');
    const source = await from.read(bucket, name);
    await pipeline(
      source,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          hash.update(chunk);
          yield chunk;
        }
      },
      createWriteStream(temporary),
    );
    const sum = hash.digest('hex');
    // What was drawn of a cover has the cover's hash in its name.
    const named = name.includes('/') ? undefined : contentHashOf(name);
    if (named !== undefined && !sum.startsWith(named))
      return 'its content is not what its name says';
    // A folder keeps what has the name already.
    await to.remove(bucket, name);
    await to.adopt(temporary, bucket, name);
    if ((await hashOf(await to.read(bucket, name))) !== sum) {
      await to.remove(bucket, name);
      return 'it came back changed';
    }
    return undefined;
  } finally {
    await unlink(temporary).catch(() => undefined);
  }
}

async function hashOf(file: Readable): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(file, hash);
  return hash.digest('hex');
}
