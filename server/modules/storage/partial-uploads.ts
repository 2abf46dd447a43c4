import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
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
import { createId } from '#server/core/ids.ts';
import type { SentName } from './object-name.ts';
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
const ID = /^upl_[A-Za-z0-9_-]{12}$/;

/** What is kept beside the bytes; the offset is how many are safe, of which the store has the truth. */
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

/** Uploads in parts, kept with the files alone, so that every worker and the next start can go on with them. */
export interface PartialUploads {
  create(wanted: SentName, length: number): Promise<string>;
  find(id: string): Promise<ResumableUpload>;
  /** Adds to the end; the last byte has the whole file checked and stored. */
  append(id: string, part: Appended): Promise<ResumableUpload>;
  remove(id: string): Promise<void>;
}

interface PartialUploadDeps extends TakeInDeps {
  readonly clock: Clock;
}

export function createPartialUploads(deps: PartialUploadDeps): PartialUploads {
  const { clock } = deps;
  const { parts } = deps.store;

  async function withLock<T>(id: string, work: () => Promise<T>): Promise<T> {
    if (!ID.test(id) || !(await parts.readNote(id))) throw createUploadGoneError(404);
    const lock = await parts.lock(id, LOCK_PATIENCE_MS).catch(async (error) => {
      const explained = explainDiskError(error);
      if (isRefusal(explained)) await parts.remove(id);
      throw explained;
    });
    if (!lock) throw createUploadBusyError();
    try {
      return await work();
    } finally {
      await lock.release();
    }
  }

  async function readNote(id: string): Promise<Note & { expiresAt: number }> {
    const note = await parts.readNote(id);
    if (!note) throw createUploadGoneError(404);
    const expiresAt = note.changedAt + RESUMABLE_LIFE_MS;
    if (expiresAt <= clock.now()) throw createUploadGoneError(410);
    return { ...noteSchema.parse(JSON.parse(note.text)), expiresAt };
  }

  async function describe(id: string): Promise<ResumableUpload> {
    const { length, stored, expiresAt } = await readNote(id);
    const size = await parts.size(id);
    const common = { length, expiresAt: new Date(expiresAt).toISOString() };
    // The note says stored a moment before it is true; from then on there is no part.
    if (stored && size === undefined) return { ...common, offset: length, stored };
    return { ...common, offset: size ?? 0, stored: null };
  }

  async function finish(id: string): Promise<void> {
    const { expiresAt: _, ...note } = await readNote(id);
    await parts.withFile(id, async (path) => {
      await takeIn(deps, path, note.wanted, {
        bytes: note.length,
        sha256: await hashOf(path),
        onNamed: (stored) => parts.writeNote(id, JSON.stringify({ ...note, stored })),
        adopt: (bucket, name) => parts.adopt(id, bucket, name),
      });
    });
  }

  return {
    async create(wanted, length) {
      const missing = await parts.missingBytes(length);
      if (missing > 0) throw createDiskFullError(missing);
      const id = createId('upl');
      const note: Note = { length, wanted, stored: null };
      try {
        await parts.create(id, JSON.stringify(note));
      } catch (error) {
        await parts.remove(id);
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
          const { wanted } = await readNote(id);
          await deps.onStored(before.stored, wanted.name);
          return before;
        }
        try {
          const offset = await parts.append(id, part.offset, {
            bytes: checkedBytes(part, before.length),
            isWhole: part.checksum !== undefined,
          });
          await parts.touch(id, new Date(clock.now()));
          if (offset === before.length) await finish(id);
        } catch (error) {
          const explained = explainDiskError(error);
          // A line that broke is gone on with; a file that was refused leaves nothing.
          if (isRefusal(explained)) await parts.remove(id);
          throw explained;
        }
        return describe(id);
      }),
    remove: (id) => withLock(id, () => parts.remove(id)),
  };
}

const KEEPS_THE_PART = new Set([
  'wrong_checksum',
  'request_entity_too_large',
  'store_away',
  'upload_busy',
]);

function isRefusal(error: unknown): boolean {
  return error instanceof AppError && !KEEPS_THE_PART.has(error.code);
}

/** What arrives, until it is more than was announced or turns out to have been changed. */
async function* checkedBytes(
  { offset, body, checksum }: Appended,
  length: number,
): AsyncGenerator<Buffer> {
  const hash = checksum && createHash(checksum.algorithm);
  let position = offset;
  for await (const chunk of body) {
    position += chunk.length;
    if (position > length) throw createSurplusError(length);
    hash?.update(chunk);
    yield chunk;
  }
  if (hash && checksum && !hash.digest().equals(checksum.digest)) throw createChecksumError();
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark: 1024 * 1024 }), hash);
  return hash.digest('hex');
}
