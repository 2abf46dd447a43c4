import {
  access,
  chmod,
  constants,
  link,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  statfs,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { FileStore as TusFileStore } from '@tus/file-store';
import { RESUMABLE_LIFE_MS } from '#contract/calls/resumable-upload.ts';
import { BUCKETS, type Bucket } from '#contract/calls/storage.ts';
import { systemClock } from '#server/core/clock.ts';
import type { FileStore, ResumableFiles } from '#server/core/files/file-store.ts';
import { flush, ignoreMissing } from '#server/core/files/folders.ts';
import { createId } from '#server/core/ids.ts';
import { createObjectNotFoundError } from '../storage.errors.ts';

const READ_AHEAD = 128 * 1024;
/** Disk space for the database: an upload begins only if it leaves this much free. */
const RESERVE = { share: 0.05, atMostBytes: 64 * 1024 * 1024 };

/** Files in `folder/bucket/name`; uploads in progress are in `folder/.incoming`, on the same disk. */
export function createDiskStore(folder: string): FileStore {
  const root = resolve(folder);
  const incoming = join(root, '.incoming');
  const pathOf = (bucket: Bucket, name: string) => join(root, bucket, name);

  const store: FileStore = {
    localPath: pathOf,
    incoming,
    resumable: createDiskUploads(incoming),
    async find(bucket, name) {
      const found = await stat(pathOf(bucket, name)).catch(ignoreMissing);
      if (!found?.isFile()) return undefined;
      return { bytes: found.size, modifiedAt: found.mtime };
    },
    async list(bucket) {
      const names = await readdir(join(root, bucket), { recursive: true }).catch(() => []);
      const files = names.sort().map(async (path) => {
        const name = path.replaceAll('\\', '/');
        const found = await store.find(bucket, name);
        return found ? [{ name, ...found }] : [];
      });
      return (await Promise.all(files)).flat();
    },
    remove: (bucket, name) => rm(pathOf(bucket, name), { force: true }),
    readNote: (name) => readFile(join(root, `.${name}`), 'utf8').catch(ignoreMissing),
    async writeNote(name, text) {
      await mkdir(root, { recursive: true });
      await writeFile(join(root, `.${name}`), text);
    },
    async read(bucket, name, range) {
      // Opening a pipe would block until it has a writer.
      const isFile = (await store.find(bucket, name)) !== undefined;
      const file = isFile && (await open(pathOf(bucket, name), 'r').catch(ignoreMissing));
      if (!file) throw createObjectNotFoundError();
      return file.createReadStream({ ...range, highWaterMark: READ_AHEAD });
    },
    withLocalFile: (bucket, name, work) => work(pathOf(bucket, name)),
    countBytes: () => countBytes(root),
    async createTemporary() {
      await mkdir(incoming, { recursive: true });
      const file = join(incoming, createId('upl'));
      await writeFile(file, '', { flag: 'wx', mode: 0o600 });
      return file;
    },
    async adopt(temporary, bucket, name) {
      const target = pathOf(bucket, name);
      await mkdir(dirname(target), { recursive: true });
      // Uploads in progress are private; stored files may be sent by nginx, which is another user.
      await chmod(temporary, 0o644);
      await flush(temporary);
      // The sweep of unused files reads this time as the time of storing.
      const now = new Date(systemClock.now());
      await utimes(temporary, now, now);
      await rename(temporary, target);
      await flush(dirname(target));
      // When a resumable upload is stored again, both names may link to one file; a rename then removes neither.
      await rm(temporary, { force: true });
    },
    async sweep(before) {
      const names = await readdir(incoming).catch(() => []);
      let removed = 0;
      for (const name of names) {
        const path = join(incoming, name);
        const file = await stat(path).catch(ignoreMissing);
        if (!file || file.mtime >= before) continue;
        await rm(path, { recursive: true, force: true });
        removed += 1;
      }
      return removed;
    },
    async checkWritable() {
      await mkdir(incoming, { recursive: true });
      const probe = join(incoming, createId('upl'));
      try {
        // Writes a block, because an empty file can still be created on a full disk.
        await writeFile(probe, Buffer.alloc(4096), { flag: 'wx' });
      } finally {
        await rm(probe, { force: true });
      }
      await ensureFoldersWritable(root);
    },
  };
  return store;
}

/** Checks each folder, because folders put back from a copy may have different owners. */
async function ensureFoldersWritable(root: string): Promise<void> {
  for (const folder of [root, ...BUCKETS.map((bucket) => join(root, bucket))]) {
    await access(folder, constants.W_OK).catch(ignoreMissing);
  }
}

/**
 * In the folder of uploads in progress: `id` has the bytes, `id.json` the tus state, `id.result` the result.
 */
function createDiskUploads(folder: string): ResumableFiles {
  const pathOf = (key: string) => join(folder, key);
  const resultFileOf = (key: string) => `${pathOf(key)}.result`;
  let opened: TusFileStore | undefined;
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
      await mkdir(folder, { recursive: true });
      const { bavail, blocks, bsize } = await statfs(folder);
      const reserve = Math.min(blocks * bsize * RESERVE.share, RESERVE.atMostBytes);
      return length - Math.max(0, Math.floor(bavail * bsize - reserve));
    },
    async copy(key) {
      const file = pathOf(createId('upl'));
      await link(pathOf(key), file);
      return file;
    },
    readResult: (key) => readFile(resultFileOf(key), 'utf8').catch(() => undefined),
    async writeResult(key, text) {
      const draft = `${resultFileOf(key)}.new`;
      await writeFile(draft, text, { mode: 0o600, flush: true });
      await rename(draft, resultFileOf(key));
    },
    async remove(key) {
      // Removes the state first: without it the upload counts as absent.
      for (const extension of ['.json', '', '.result']) {
        await rm(pathOf(key) + extension, { force: true });
      }
    },
  };
}

async function countBytes(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  // Counts each inode once: a finished upload and its stored file are two names of the same bytes.
  const sizes = new Map<number, number>();
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    // Undefined if the file was removed after it was listed.
    const found = await stat(join(entry.parentPath, entry.name)).catch(() => undefined);
    if (found) sizes.set(found.ino, found.size);
  }
  return [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0);
}
