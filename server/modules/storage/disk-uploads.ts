import { mkdir, readFile, rename, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileStore } from '@tus/file-store';
import { RESUMABLE_LIFE_MS } from '#contract/calls/resumable-upload.ts';
import type { Bucket } from '#contract/calls/storage.ts';
import type { ResumableFiles } from '#server/core/file-store.ts';

/** Disk space that uploads leave free for the database. */
const RESERVE = { share: 0.05, atMostBytes: 64 * 1024 * 1024 };

type Adopt = (path: string, bucket: Bucket, name: string) => Promise<void>;

/**
 * In the folder of uploads in progress: `id` has the bytes, `id.json` the tus state, `id.result` the result.
 */
export function createDiskUploads(folder: string, adopt: Adopt): ResumableFiles {
  const pathOf = (key: string) => join(folder, key);
  const resultOf = (key: string) => `${pathOf(key)}.result`;
  let opened: FileStore | undefined;
  const datastore = async () => {
    await mkdir(folder, { recursive: true });
    const tus = await import('@tus/file-store');
    opened ??= new tus.FileStore({
      directory: folder,
      expirationPeriodInMilliseconds: RESUMABLE_LIFE_MS,
    });
    return opened;
  };
  return {
    datastore,
    keyOf: (id) => id,
    async missingBytes(length) {
      const promised = await promisedBytes(await datastore());
      return length - (await freeBytes(folder)) + promised;
    },
    withFile: (key, work) => work(pathOf(key)),
    adopt: (key, bucket, name) => adopt(pathOf(key), bucket, name),
    readResult: (key) => readFile(resultOf(key), 'utf8').catch(() => undefined),
    async writeResult(key, text) {
      const draft = `${resultOf(key)}.new`;
      await writeFile(draft, text, { mode: 0o600, flush: true });
      await rename(draft, resultOf(key));
    },
    async remove(key) {
      // State first: without it the upload counts as absent.
      for (const ending of ['.json', '', '.result']) {
        await rm(pathOf(key) + ending, { force: true });
      }
    },
  };
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, blocks, bsize } = await statfs(folder);
  const reserve = Math.min(blocks * bsize * RESERVE.share, RESERVE.atMostBytes);
  return Math.max(0, Math.floor(bavail * bsize - reserve));
}

/** Bytes still expected by uploads in progress. */
async function promisedBytes(datastore: FileStore): Promise<number> {
  const keys = (await datastore.configstore.list?.()) ?? [];
  const uploads = await Promise.all(
    // Undefined for one that has just ended.
    keys.map((key) => datastore.getUpload(key).catch(() => undefined)),
  );
  return uploads.reduce((sum, upload) => sum + (upload?.size ?? 0) - (upload?.offset ?? 0), 0);
}
