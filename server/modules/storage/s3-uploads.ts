import { createWriteStream } from 'node:fs';
import { unlink } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { S3Store } from '@tus/s3-store';
import { RESUMABLE_LIFE_MS } from '#contract/calls/resumable-upload.ts';
import type { FileStore, ResumableFiles } from '#server/core/file-store.ts';
import type { S3Location } from '#server/core/s3-location.ts';
import { clientSettings, type S3Connection } from './s3-connection.ts';
import {
  copyObject,
  head,
  headersOf,
  PART,
  putFile,
  putText,
  readText,
  removeObject,
} from './s3-objects.ts';
import { readAll } from './s3-pieces.ts';
import { createUploadGoneError } from './storage.errors.ts';

interface Surroundings {
  s3: S3Connection;
  location: S3Location;
  local: FileStore;
  keyOf(bucket: string, name: string): string;
}

/**
 * Multipart uploads below `.incoming`, so that any machine can continue them: `id` is the file, `id.info` the
 * tus state, `id.part` data smaller than a part, `id.result` the result.
 */
export function createS3Uploads({ s3, location, local, keyOf }: Surroundings): ResumableFiles {
  const Bucket = location.bucket;
  let opened: S3Store | undefined;
  const datastore = async () => {
    const tus = await import('@tus/s3-store');
    opened ??= new tus.S3Store({
      partSize: PART,
      expirationPeriodInMilliseconds: RESUMABLE_LIFE_MS,
      // Some stores do not support object tags.
      useTags: false,
      s3ClientConfig: { bucket: Bucket, ...clientSettings(location) },
    });
    return opened;
  };
  return {
    datastore,
    keyOf: (id) => keyOf('.incoming', id),
    // Parts are buffered on the local disk.
    missingBytes: (length) => local.resumable.missingBytes(length),
    async withFile(key, work) {
      const copy = await local.createTemporary();
      try {
        const found = await head(s3, { Bucket, Key: key });
        if (!found) throw createUploadGoneError(404);
        await pipeline(readAll(s3, { Bucket, Key: key }, found.bytes), createWriteStream(copy));
        return await work(copy);
      } finally {
        await unlink(copy).catch(() => undefined);
      }
    },
    async adopt(key, bucket, name, rewritten) {
      const Key = keyOf(bucket, name);
      if (rewritten === undefined) await copyObject(s3, { Bucket, Key: key }, Key, name);
      else await putFile(s3, { Bucket, Key, ...headersOf(name) }, rewritten);
    },
    readResult: (key) => readText(s3, { Bucket, Key: `${key}.result` }),
    async writeResult(key, text) {
      await putText(s3, { Bucket, Key: `${key}.result` }, text);
      // Keeps `id.info`, which shows that the upload is complete.
      await removeObject(s3, { Bucket, Key: key });
    },
    async remove(key) {
      const store = await datastore();
      // A finished upload has no parts to abort, which the datastore reports as an error.
      await store.remove(key).catch(() => undefined);
      for (const ending of ['', '.info', '.part', '.result']) {
        await removeObject(s3, { Bucket, Key: key + ending });
      }
    },
  };
}
