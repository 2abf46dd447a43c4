import { createWriteStream } from 'node:fs';
import { unlink } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { LRUCache } from 'lru-cache';
import { systemClock } from '#server/core/clock.ts';
import type { FileStore, StoredFile } from '#server/core/file-store.ts';
import { createId } from '#server/core/ids.ts';
import type { S3Location } from '#server/core/s3-location.ts';
import { createDiskStore } from './disk-store.ts';
import { createS3Connection } from './s3-connection.ts';
import {
  head,
  headersOf,
  listFiles,
  putFile,
  putText,
  readText,
  removeObject,
} from './s3-objects.ts';
import { readOn, readPiece } from './s3-pieces.ts';
import { sweepIncoming } from './s3-sweep.ts';
import { createS3Uploads } from './s3-uploads.ts';
import { createObjectNotFoundError } from './storage.errors.ts';

/** Covers a player's series of ranges, but soon notices a removal by another server. */
const KNOWN_MS = 10_000;
/** Health checks ask every few seconds, and each request costs money. */
const WRITABLE_KEPT_MS = 30_000;

/**
 * Files as objects `prefix/bucket/name`, named as in a folder. Uploads are first stored and checked on the
 * local disk, below `localFolder`.
 */
export function createS3Store(location: S3Location, localFolder: string): FileStore {
  const s3 = createS3Connection(location);
  const local = createDiskStore(localFolder);
  const known = new LRUCache<string, StoredFile>({ max: 1_000, ttl: KNOWN_MS });
  const Bucket = location.bucket;
  const keyOf = (bucket: string, name: string) => `${location.prefix}${bucket}/${name}`;
  let writableUntil = 0;

  const store: FileStore = {
    localPath: () => undefined,
    incoming: local.incoming,
    async find(bucket, name) {
      const Key = keyOf(bucket, name);
      const file = known.get(Key) ?? (await head(s3, { Bucket, Key }));
      // Does not cache absence: the file may be arriving.
      if (file) known.set(Key, file);
      return file;
    },
    list: (bucket) => listFiles(s3, { Bucket, Prefix: keyOf(bucket, '') }),
    async remove(bucket, name) {
      const Key = keyOf(bucket, name);
      known.delete(Key);
      await removeObject(s3, { Bucket, Key });
    },
    readNote: (name) => readText(s3, { Bucket, Key: `${location.prefix}.${name}` }),
    writeNote: (name, text) => putText(s3, { Bucket, Key: `${location.prefix}.${name}` }, text),
    async read(bucket, name, range) {
      const found = await store.find(bucket, name);
      if (!found) throw createObjectNotFoundError();
      const { start, end } = range ?? { start: 0, end: found.bytes - 1 };
      if (end < start) return Readable.from([]);
      const Key = keyOf(bucket, name);
      // Reads the first chunk before sending headers; a later error can only abort the response.
      const first = await readPiece(s3, { Bucket, Key }, start, end);
      if (!first) {
        known.delete(Key);
        throw createObjectNotFoundError();
      }
      return Readable.from(readOn(s3, { Bucket, Key }, first, start, end), { objectMode: false });
    },
    async withLocalFile(bucket, name, work) {
      const copy = await local.createTemporary();
      try {
        await pipeline(await store.read(bucket, name), createWriteStream(copy));
        return await work(copy);
      } finally {
        await unlink(copy).catch(() => undefined);
      }
    },
    async countBytes() {
      const files = await listFiles(s3, { Bucket, Prefix: location.prefix });
      return files.reduce((sum, { bytes }) => sum + bytes, 0);
    },
    createTemporary: () => local.createTemporary(),
    async adopt(temporary, bucket, name) {
      const Key = keyOf(bucket, name);
      await putFile(s3, { Bucket, Key, ...headersOf(name) }, temporary);
      known.delete(Key);
      await unlink(temporary);
    },
    replace: (...replacement) => store.adopt(...replacement),
    resumable: createS3Uploads({ s3, location, local, keyOf }),
    async sweep(before) {
      const here = await local.sweep(before);
      return here + (await sweepIncoming(s3, { Bucket, Prefix: keyOf('.incoming', '') }, before));
    },
    async checkWritable() {
      await local.checkWritable();
      if (systemClock.now() < writableUntil) return;
      const Key = `${location.prefix}.incoming/${createId('upl')}`;
      await putText(s3, { Bucket, Key }, 'probe');
      await removeObject(s3, { Bucket, Key });
      writableUntil = systemClock.now() + WRITABLE_KEPT_MS;
    },
  };
  return store;
}
