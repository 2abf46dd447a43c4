import {
  type FileHandle,
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
import { join } from 'node:path';
import { z } from 'zod';
import { AppError } from '#server/core/errors.ts';
import { acquireLock } from '#server/core/file-lock.ts';
import type { FileStore, PartialFiles } from '#server/core/file-store.ts';

/** Never filled by uploads: the database writes to the same disk. */
const RESERVE = { share: 0.05, atMostBytes: 64 * 1024 * 1024 };
/** All that is read here of a note. */
const lengthSchema = z.object({ length: z.number() });

/** In the folder of what is on its way in: `id.part`, whose size is the truth, and `id.json` beside it. */
export function createDiskParts(folder: string, adopt: FileStore['adopt']): PartialFiles {
  const partOf = (id: string) => join(folder, `${id}.part`);
  const noteOf = (id: string) => join(folder, `${id}.json`);
  const parts: PartialFiles = {
    async missingBytes(length) {
      await mkdir(folder, { recursive: true });
      return length - (await freeBytes(folder)) + (await promisedBytes(folder));
    },
    async create(id, note) {
      await (await open(partOf(id), 'wx', 0o600)).close();
      await parts.writeNote(id, note);
    },
    lock: (id, patienceMs) => acquireLock(join(folder, `${id}.lock`), patienceMs),
    async readNote(id) {
      const text = await readFile(noteOf(id), 'utf8').catch(() => undefined);
      const file = await stat(noteOf(id)).catch(() => undefined);
      return text !== undefined && file ? { text, changedAt: file.mtimeMs } : undefined;
    },
    async writeNote(id, text) {
      const draft = `${noteOf(id)}.new`;
      await writeFile(draft, text, { mode: 0o600, flush: true });
      await rename(draft, noteOf(id));
    },
    size: async (id) => (await stat(partOf(id)).catch(() => undefined))?.size,
    append: (id, offset, part) => append(partOf(id), offset, part),
    touch: (id, now) => utimes(noteOf(id), now, now),
    withFile: (id, work) => work(partOf(id)),
    adopt: (id, bucket, name) => adopt(partOf(id), bucket, name),
    async remove(id) {
      for (const file of [partOf(id), noteOf(id)]) await rm(file, { force: true });
    },
  };
  return parts;
}

async function append(
  path: string,
  start: number,
  { bytes, isWhole }: { bytes: AsyncIterable<Buffer>; isWhole: boolean },
): Promise<number> {
  const file = await open(path, 'r+');
  let offset = start;
  let hasArrived = false;
  try {
    for await (const chunk of bytes) {
      await writeAll(file, chunk, offset);
      offset += chunk.length;
    }
    hasArrived = true;
    await file.sync();
    return offset;
  } catch (error) {
    // What cannot be checked any more, or was one byte too many, does not count.
    if (!hasArrived && (isWhole || error instanceof AppError)) await file.truncate(start);
    throw error;
  } finally {
    await file.close();
  }
}

async function writeAll(file: FileHandle, chunk: Buffer, position: number): Promise<void> {
  for (let done = 0; done < chunk.length; ) {
    done += (await file.write(chunk, done, chunk.length - done, position + done)).bytesWritten;
  }
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, blocks, bsize } = await statfs(folder);
  const reserve = Math.min(blocks * bsize * RESERVE.share, RESERVE.atMostBytes);
  return Math.max(0, Math.floor(bavail * bsize - reserve));
}

/** What uploads on their way will still need. */
async function promisedBytes(folder: string): Promise<number> {
  let promised = 0;
  for (const name of await readdir(folder)) {
    if (!name.endsWith('.json')) continue;
    const part = await stat(join(folder, name.replace(/json$/, 'part'))).catch(() => undefined);
    const text = part && (await readFile(join(folder, name), 'utf8').catch(() => undefined));
    if (text !== undefined && part)
      promised += lengthSchema.parse(JSON.parse(text)).length - part.size;
  }
  return promised;
}
