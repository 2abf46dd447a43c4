import {
  chmod,
  link,
  mkdir,
  open,
  readdir,
  readFile,
  rm,
  stat,
  unlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { systemClock } from '#server/core/clock.ts';
import type { FileStore } from '#server/core/file-store.ts';
import { createId } from '#server/core/ids.ts';
import { createDiskParts } from './disk-parts.ts';
import { createObjectNotFoundError } from './storage.errors.ts';

const READ_AHEAD = 128 * 1024;

/** Files in `folder/bucket/name`; uploads in progress are in `folder/.incoming`, on the same disk. */
export function createDiskStore(folder: string): FileStore {
  const root = resolve(folder);
  const incoming = join(root, '.incoming');
  const pathOf = (bucket: string, name: string) => join(root, bucket, name);

  const store: FileStore = {
    localPath: pathOf,
    incoming,
    parts: createDiskParts(incoming, (...adopted) => store.adopt(...adopted)),
    async find(bucket, name) {
      const found = await stat(pathOf(bucket, name)).catch(undefinedWhenAbsent);
      if (!found?.isFile()) return undefined;
      return { bytes: found.size, modifiedAt: found.mtime };
    },
    async list(bucket) {
      const names = await readdir(join(root, bucket)).catch(() => []);
      const files = names.map(async (name) => {
        const found = await store.find(bucket, name);
        return found ? [{ name, ...found }] : [];
      });
      return (await Promise.all(files)).flat();
    },
    async listNames(bucket) {
      const folder = join(root, bucket);
      const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
        () => [],
      );
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
    },
    remove: (bucket, name) => rm(pathOf(bucket, name), { force: true }),
    readNote: (name) => readFile(join(root, `.${name}`), 'utf8').catch(undefinedWhenAbsent),
    async writeNote(name, text) {
      await mkdir(root, { recursive: true });
      await writeFile(join(root, `.${name}`), text);
    },
    async read(bucket, name, range) {
      const file = await open(pathOf(bucket, name), 'r').catch(undefinedWhenAbsent);
      if (!file) throw createObjectNotFoundError();
      return file.createReadStream({ ...range, highWaterMark: READ_AHEAD });
    },
    withLocalFile: (bucket, name, work) => work(pathOf(bucket, name)),
    countBytes: () => countBytes(root),
    async createTemporary() {
      await mkdir(incoming, { recursive: true });
      const file = join(incoming, createId('upl'));
      await (await open(file, 'wx', 0o600)).close();
      return file;
    },
    async adopt(temporary, bucket, name) {
      const target = pathOf(bucket, name);
      await mkdir(dirname(target), { recursive: true });
      // While it arrives it is nobody's business; from now on nginx may be the one who sends it.
      await chmod(temporary, 0o644);
      await flush(temporary);
      // The name says the content, so what is already there is the same file.
      await link(temporary, target).catch(ignore('EEXIST'));
      // Stored anew, which counts for those who sweep what has long been unused.
      const now = new Date(systemClock.now());
      await utimes(target, now, now);
      await flush(dirname(target));
      await unlink(temporary);
    },
    async sweep(before) {
      const names = await readdir(incoming).catch(() => []);
      const stale = await Promise.all(
        names.map(async (name) => {
          const file = await stat(join(incoming, name)).catch(undefinedWhenAbsent);
          return file && file.mtime < before ? [name] : [];
        }),
      );
      for (const name of stale.flat()) await rm(join(incoming, name), { force: true });
      return stale.flat().length;
    },
    async checkWritable() {
      await mkdir(incoming, { recursive: true });
      const probe = join(incoming, createId('upl'));
      try {
        // A name can still be had on a full disk; a block cannot.
        await writeFile(probe, Buffer.alloc(4096), { flag: 'wx' });
      } finally {
        await rm(probe, { force: true });
      }
    },
  };
  return store;
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

/** A file that was reported as stored must survive a power cut: content first, then its name. */
async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

function undefinedWhenAbsent(error: unknown): undefined {
  const code = codeOf(error);
  if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ENAMETOOLONG') return undefined;
  throw error;
}

const ignore = (code: string) => (error: unknown) => {
  if (codeOf(error) !== code) throw error;
};
