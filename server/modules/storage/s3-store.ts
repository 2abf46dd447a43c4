import { createWriteStream } from 'node:fs';
import { unlink } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { systemClock } from '#server/core/clock.ts';
import type { FileStore } from '#server/core/file-store.ts';
import { createId } from '#server/core/ids.ts';
import type { S3Location } from '#server/core/s3-location.ts';
import { createDiskStore } from './disk-store.ts';
import { KnownFiles } from './known-files.ts';
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
import { createS3Parts } from './s3-parts.ts';
import { readOn, readPiece } from './s3-pieces.ts';
import { sweepIncoming } from './s3-sweep.ts';
import { createObjectNotFoundError } from './storage.errors.ts';

/** Who asks whether it can be written to asks every few seconds, and each answer costs money. */
const WRITABLE_KEPT_MS = 30_000;

/**
 * Files as objects `prefix/bucket/name`, the same names as in a folder. What is on its way in is first
 * on this machine's disk, below `localFolder`, and is whole and checked when it goes to the store.
 */
export function createS3Store(location: S3Location, localFolder: string): FileStore {
  const s3 = createS3Connection(location);
  const local = createDiskStore(localFolder);
  const known = new KnownFiles();
  const Bucket = location.bucket;
  const keyOf = (bucket: string, name: string) => `${location.prefix}${bucket}/${name}`;
  let writableUntil = 0;

  const store: FileStore = {
    localPath: () => undefined,
    incoming: local.incoming,
    async find(bucket, name) {
      const Key = keyOf(bucket, name);
      return known.find(Key) ?? known.keep(Key, await head(s3, { Bucket, Key }));
    },
    list: (bucket) => listFiles(s3, { Bucket, Prefix: keyOf(bucket, ''), Delimiter: '/' }),
    async listNames(bucket) {
      const files = await listFiles(s3, { Bucket, Prefix: keyOf(bucket, '') });
      return files.map(({ name }) => name);
    },
    async remove(bucket, name) {
      const Key = keyOf(bucket, name);
      known.forget(Key);
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
      // The first piece before anything is answered: from then on a failure can only break off.
      const first = await readPiece(s3, { Bucket, Key }, start, end);
      if (!first) {
        known.forget(Key);
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
      known.forget(Key);
      await unlink(temporary);
    },
    parts: createS3Parts({ s3, Bucket, local, keyOf }),
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
