import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
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
import { pipeline } from 'node:stream/promises';
import type { z } from 'zod';
import {
  RESUMABLE_LIFE_MS,
  type ResumableUpload,
  resumableUploadSchema,
} from '#contract/calls/resumable-upload.ts';
import { storedObjectSchema } from '#contract/calls/storage.ts';
import type { Clock } from '#server/core/clock.ts';
import { AppError } from '#server/core/errors.ts';
import { acquireLock } from '#server/core/file-lock.ts';
import { createId } from '#server/core/ids.ts';
import type { ObjectName } from './object-name.ts';
import {
  createChecksumError,
  createDiskFullError,
  createOffsetError,
  createSurplusError,
  createUploadBusyError,
  createUploadGoneError,
  explainDiskError,
} from './storage.errors.ts';
import { type TakeInDeps, takeIn } from './upload.usecases.ts';

/** How long a request waits for another one to the same upload, such as that of a line that broke. */
const LOCK_PATIENCE_MS = 1_000;
/** Never filled by uploads: the database writes to the same disk. */
const RESERVE = { share: 0.05, atMostBytes: 64 * 1024 * 1024 };
const ID = /^upl_[A-Za-z0-9_-]{12}$/;

/** What is kept beside the bytes; the offset is the size of the part file, the truth of it is on the disk. */
const noteSchema = resumableUploadSchema
  .pick({ length: true })
  .extend({ wanted: storedObjectSchema.pick({ bucket: true, name: true }) })
  .extend({ stored: storedObjectSchema.nullable() });
type Note = z.infer<typeof noteSchema>;

export interface Checksum {
  algorithm: 'sha1' | 'sha256';
  digest: Buffer;
}

interface Appended {
  offset: number;
  body: AsyncIterable<Buffer>;
  checksum?: Checksum | undefined;
}

/** Uploads in parts, kept in files alone, so that every worker and the next start can go on with them. */
export interface PartialUploads {
  create(wanted: ObjectName, length: number): Promise<string>;
  find(id: string): Promise<ResumableUpload>;
  /** Adds to the end; the last byte has the whole file checked and stored. */
  append(id: string, part: Appended): Promise<ResumableUpload>;
  remove(id: string): Promise<void>;
}

interface PartialUploadDeps extends TakeInDeps {
  readonly clock: Clock;
}

export function createPartialUploads(deps: PartialUploadDeps): PartialUploads {
  const { store, clock } = deps;
  const folder = store.incoming;
  const partOf = (id: string) => join(folder, `${id}.part`);
  const noteOf = (id: string) => join(folder, `${id}.json`);

  async function withLock<T>(id: string, work: () => Promise<T>): Promise<T> {
    if (!ID.test(id) || !(await stat(noteOf(id)).catch(() => undefined))) {
      throw createUploadGoneError(404);
    }
    const lock = await acquireLock(join(folder, `${id}.lock`), LOCK_PATIENCE_MS).catch(
      async (error) => {
        const explained = explainDiskError(error);
        if (isRefusal(explained)) await discard(id);
        throw explained;
      },
    );
    if (!lock) throw createUploadBusyError();
    try {
      return await work();
    } finally {
      await lock.release();
    }
  }

  async function readNote(id: string): Promise<Note & { expiresAt: number }> {
    const text = await readFile(noteOf(id), 'utf8').catch(() => undefined);
    if (text === undefined) throw createUploadGoneError(404);
    const expiresAt = (await stat(noteOf(id))).mtimeMs + RESUMABLE_LIFE_MS;
    if (expiresAt <= clock.now()) throw createUploadGoneError(410);
    return { ...noteSchema.parse(JSON.parse(text)), expiresAt };
  }

  /** In one step, so that a process that dies leaves the old note or the new one. */
  async function writeNote(id: string, note: Note): Promise<void> {
    const draft = `${noteOf(id)}.new`;
    await writeFile(draft, JSON.stringify(note), { mode: 0o600 });
    await rename(draft, noteOf(id));
  }

  async function describe(id: string): Promise<ResumableUpload> {
    const { length, stored, expiresAt } = await readNote(id);
    const part = await stat(partOf(id)).catch(() => undefined);
    const common = { length, expiresAt: new Date(expiresAt).toISOString() };
    // The note says stored a moment before it is true; from then on there is no part.
    if (stored && !part) return { ...common, offset: length, stored };
    return { ...common, offset: part?.size ?? 0, stored: null };
  }

  async function discard(id: string): Promise<void> {
    for (const file of [partOf(id), noteOf(id)]) await rm(file, { force: true });
  }

  async function finish(id: string): Promise<void> {
    const note = await readNote(id);
    await takeIn(deps, partOf(id), note.wanted, {
      bytes: note.length,
      sha256: await hashOf(partOf(id)),
      onNamed: (stored) => writeNote(id, { ...note, stored }),
    });
  }

  return {
    async create(wanted, length) {
      await mkdir(folder, { recursive: true });
      const missing = length - (await freeBytes(folder)) + (await promisedBytes(folder));
      if (missing > 0) throw createDiskFullError(missing);
      const id = createId('upl');
      try {
        await (await open(partOf(id), 'wx', 0o600)).close();
        await writeNote(id, { length, wanted, stored: null });
      } catch (error) {
        await discard(id);
        throw explainDiskError(error);
      }
      return id;
    },
    find: (id) => withLock(id, () => describe(id)),
    append: (id, part) =>
      withLock(id, async () => {
        const before = await describe(id);
        if (part.offset !== before.offset) throw createOffsetError(before.offset);
        // Told once more: the process may have died before the first time.
        if (before.stored) {
          await deps.onStored(before.stored);
          return before;
        }
        try {
          const offset = await write(partOf(id), part, before.length);
          const now = new Date(clock.now());
          await utimes(noteOf(id), now, now);
          if (offset === before.length) await finish(id);
        } catch (error) {
          const explained = explainDiskError(error);
          // A line that broke is gone on with; a file that was refused leaves nothing.
          if (isRefusal(explained)) await discard(id);
          throw explained;
        }
        return describe(id);
      }),
    remove: (id) => withLock(id, () => discard(id)),
  };
}

const KEEPS_THE_PART = new Set(['wrong_checksum', 'request_entity_too_large']);

function isRefusal(error: unknown): boolean {
  return error instanceof AppError && !KEEPS_THE_PART.has(error.code);
}

/** Writes what arrives, and what arrived before the line broke stays. Answers the new offset. */
async function write(path: string, part: Appended, length: number): Promise<number> {
  const hash = part.checksum && createHash(part.checksum.algorithm);
  const file = await open(path, 'r+');
  let offset = part.offset;
  let isWhole = false;
  try {
    for await (const chunk of part.body) {
      if (offset + chunk.length > length) throw createSurplusError(length);
      hash?.update(chunk);
      await writeAll(file, chunk, offset);
      offset += chunk.length;
    }
    if (hash && part.checksum && !hash.digest().equals(part.checksum.digest)) {
      throw createChecksumError();
    }
    isWhole = true;
    await file.sync();
    return offset;
  } catch (error) {
    // What cannot be checked any more, or was one byte too many, does not count.
    if (!isWhole && (hash || error instanceof AppError)) await file.truncate(part.offset);
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

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark: 1024 * 1024 }), hash);
  return hash.digest('hex');
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
      promised += noteSchema.parse(JSON.parse(text)).length - part.size;
  }
  return promised;
}
