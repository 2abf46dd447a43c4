import { createWriteStream } from 'node:fs';
import { rm, unlink } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { S3Store } from '@tus/s3-store';
import { LRUCache } from 'lru-cache';
import { RESUMABLE_LIFE_MS } from '#contract/calls/resumable-upload.ts';
import { systemClock } from '#server/core/clock.ts';
import type { FileStore, ResumableFiles, StoredFile } from '#server/core/files/file-store.ts';
import { clientSettings, PART_BYTES, S3Bucket } from '#server/core/files/s3-bucket.ts';
import type { S3Location } from '#server/core/files/s3-location.ts';
import { createId } from '#server/core/ids.ts';
import { IMMUTABLE, mediaTypeOf } from '../inspection/media-types.ts';
import { contentHashOf } from '../object-name.ts';
import { createObjectNotFoundError, createUploadGoneError } from '../storage.errors.ts';
import { createDiskStore } from './disk-store.ts';

/** Cache for a player's series of ranges; short, so that a removal by another server is soon noticed. */
const FIND_CACHE_MS = 10_000;
/** Cache for health checks, which come every few seconds; each request costs money. */
const WRITABLE_CACHE_MS = 30_000;

interface S3Context {
  s3: S3Bucket;
  location: S3Location;
  local: FileStore;
  keyOf(bucket: string, name: string): string;
}

/**
 * Stores files as objects `prefix/bucket/name`, named as on disk. Uploads are first stored and checked on the
 * local disk, below `localFolder`.
 */
export function createS3Store(location: S3Location, localFolder: string): FileStore {
  const s3 = new S3Bucket(location);
  const local = createDiskStore(localFolder);
  const known = new LRUCache<string, StoredFile>({ max: 1_000, ttl: FIND_CACHE_MS });
  const { prefix } = location;
  const keyOf = (bucket: string, name: string) => `${prefix}${bucket}/${name}`;
  const context = { s3, location, local, keyOf };
  let writableUntil = 0;

  const store: FileStore = {
    localPath: () => undefined,
    incoming: local.incoming,
    async find(bucket, name) {
      const key = keyOf(bucket, name);
      const file = known.get(key) ?? (await s3.find(key));
      // Does not cache absence, because the file may be stored at any moment.
      if (file) known.set(key, file);
      return file;
    },
    list: (bucket) => s3.list(keyOf(bucket, '')),
    async remove(bucket, name) {
      known.delete(keyOf(bucket, name));
      await s3.remove(keyOf(bucket, name));
    },
    readNote: (name) => s3.readText(`${prefix}.${name}`),
    writeNote: (name, text) => s3.putText(`${prefix}.${name}`, text),
    async read(bucket, name, range) {
      const found = await store.find(bucket, name);
      if (!found) throw createObjectNotFoundError();
      const { start, end } = range ?? { start: 0, end: found.bytes - 1 };
      const file = await s3.read(keyOf(bucket, name), start, end);
      if (file) return file;
      known.delete(keyOf(bucket, name));
      throw createObjectNotFoundError();
    },
    async withLocalFile(bucket, name, work) {
      const copy = await download(local, await store.read(bucket, name));
      return work(copy).finally(() => rm(copy, { force: true }));
    },
    async countBytes() {
      const files = await s3.list(prefix);
      return files.reduce((sum, { bytes }) => sum + bytes, 0);
    },
    createTemporary: () => local.createTemporary(),
    async adopt(temporary, bucket, name) {
      await s3.putFile(keyOf(bucket, name), temporary, headersOf(name));
      known.delete(keyOf(bucket, name));
      await unlink(temporary);
    },
    resumable: createS3Uploads(context),
    sweep: async (before) => (await local.sweep(before)) + (await sweepUploads(context, before)),
    async checkWritable() {
      await local.checkWritable();
      if (systemClock.now() < writableUntil) return;
      const key = keyOf('.incoming', createId('upl'));
      await s3.putText(key, 'probe');
      await s3.remove(key);
      writableUntil = systemClock.now() + WRITABLE_CACHE_MS;
    },
  };
  return store;
}

function headersOf(name: string): { ContentType: string; CacheControl?: string } {
  const ContentType = mediaTypeOf(name);
  return contentHashOf(name) ? { ContentType, CacheControl: IMMUTABLE } : { ContentType };
}

async function download(local: FileStore, bytes: Readable): Promise<string> {
  const copy = await local.createTemporary();
  try {
    await pipeline(bytes, createWriteStream(copy));
    return copy;
  } catch (error) {
    await rm(copy, { force: true });
    throw error;
  }
}

/**
 * Multipart uploads below `.incoming`, so that any machine can continue them: `id` is the file, `id.info` the
 * tus state, `id.part` data smaller than a part, `id.result` the result.
 */
function createS3Uploads({ s3, location, local, keyOf }: S3Context): ResumableFiles {
  let opened: S3Store | undefined;
  const datastore = async () => {
    const tus = await import('@tus/s3-store');
    opened ??= new tus.S3Store({
      partSize: PART_BYTES,
      expirationPeriodInMilliseconds: RESUMABLE_LIFE_MS,
      // Some stores do not support object tags.
      useTags: false,
      s3ClientConfig: { bucket: location.bucket, ...clientSettings(location) },
    });
    return opened;
  };
  return {
    datastore,
    keyOf: (id) => keyOf('.incoming', id),
    // Parts are buffered on the local disk.
    missingBytes: (length) => local.resumable.missingBytes(length),
    async copy(key) {
      const found = await s3.find(key);
      const bytes = found && (await s3.read(key, 0, found.bytes - 1));
      if (!bytes) throw createUploadGoneError(404);
      return download(local, bytes);
    },
    readResult: (key) => s3.readText(`${key}.result`),
    async writeResult(key, text) {
      await s3.putText(`${key}.result`, text);
      // Keeps `id.info`, which shows that the upload is complete.
      await s3.remove(key);
    },
    async remove(key) {
      const store = await datastore();
      // A finished upload has no parts to abort, which the datastore reports as an error.
      await store.remove(key).catch(() => undefined);
      for (const extension of ['', '.info', '.part', '.result']) await s3.remove(key + extension);
    },
  };
}

/** `id.info` → `id`. */
const idOf = (name: string) => name.split('.')[0] ?? '';

/** Deletes stale uploads; returns the number of objects. */
async function sweepUploads({ s3, keyOf }: S3Context, before: Date): Promise<number> {
  const incoming = keyOf('.incoming', '');
  const files = await s3.list(incoming);
  const active = new Set(
    files.filter(({ modifiedAt }) => modifiedAt >= before).map(({ name }) => idOf(name)),
  );
  const stale = files.filter(({ name }) => !active.has(idOf(name)));
  for (const { name } of stale) await s3.remove(incoming + name);
  // Aborts parts after `id.info` was deleted, so that no upload is resumed without its parts.
  for (const { Key = '', UploadId, Initiated = before } of await s3.listUploads(incoming)) {
    if (Initiated >= before || active.has(idOf(Key.slice(incoming.length)))) continue;
    await s3.abortUpload(Key, UploadId);
  }
  return stale.length;
}
