import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FileTags, StoredObject } from '#contract/calls/storage.ts';
import { publicObjectPath } from '#contract/constants/pages/paths.ts';
import { chaptersSchema } from '#contract/rows/audio-content-schema.ts';
import type { Config } from '#server/core/config/config.ts';
import type { RouterDeps } from '#server/core/deps.ts';
import { type FileStore, withTemporary } from '#server/core/files/file-store.ts';
import type { Logger } from '#server/core/telemetry/logger.ts';
import { coverFileOf } from '../inspection/decode-audio.ts';
import { type Inspection, inspectFile } from '../inspection/inspect-file.ts';
import { mediaTypeOf } from '../inspection/media-types.ts';
import { slugOf } from '../object-name.ts';
import type { ObjectGate } from '../public-objects.ts';
import { createEmptyFileError, createTooLargeError, explainDiskError } from '../storage.errors.ts';

/** Called after a file was stored and before the response, with the sender's file name. */
export type OnStored = (stored: StoredObject, sentName: string) => Promise<void>;

export interface IngestDeps {
  readonly store: FileStore;
  readonly logger: Logger;
  readonly onStored: OnStored;
  readonly config: Pick<Config, 'FFMPEG'>;
}

/** Dependencies of the storage endpoints. */
export interface StorageDeps extends RouterDeps {
  readonly onStored: OnStored;
  readonly gate: ObjectGate;
}

interface SentFile extends Pick<StoredObject, 'bucket' | 'name'> {
  /** Identifies a resumable upload; does not change when finishing it is repeated. */
  readonly uploadId?: string;
}

/** Stores an upload under a content-hashed name, once it is complete and was checked in a temporary file. */
export async function storeUpload(
  { limitBytes, ...deps }: IngestDeps & { readonly limitBytes: number },
  sent: SentFile,
  body: Readable,
): Promise<StoredObject> {
  return withTemporary(deps.store, async (temporary) => {
    await pipeline(withinLimit(body, limitBytes), createWriteStream(temporary));
    return ingest(deps, temporary, sent);
  }).catch((error: unknown) => {
    throw explainDiskError(error);
  });
}

async function* withinLimit(body: Readable, limitBytes: number) {
  let bytes = 0;
  // Leaves the body open if the upload is refused, so that its sender gets an answer.
  for await (const chunk of body.iterator({ destroyOnReturn: false })) {
    bytes += chunk.length;
    if (bytes > limitBytes) throw createTooLargeError(limitBytes);
    yield chunk;
  }
  if (bytes === 0) throw createEmptyFileError();
}

/** Checks and stores a complete temporary file, then calls `onStored`; always removes the file. */
export async function ingest(
  deps: IngestDeps,
  temporary: string,
  { bucket, name: sentName, uploadId = crypto.randomUUID() }: SentFile,
): Promise<StoredObject> {
  const { store, logger, onStored, config } = deps;
  try {
    const inspection = await inspectFile(temporary, bucket, config);
    const { extension, durationSeconds } = inspection;
    const tags = await readTags(deps, inspection, sentName);
    const { bytes, sha256 } = await hashContent(createReadStream(temporary));
    // A picture is removed with its object, so identical ones share no file.
    const id = bucket === 'avatars' ? createHash('sha256').update(uploadId).digest('hex') : sha256;
    const name = `${slugOf(sentName)}-${id.slice(0, 16)}.${extension}`;
    const stored: StoredObject = {
      bucket,
      name,
      path: publicObjectPath(bucket, name),
      contentType: mediaTypeOf(name),
      bytes,
      sha256,
      durationSeconds,
      ...(tags && { tags }),
    };
    await store.adopt(temporary, bucket, name);
    // Profile pictures need no recording row and no artwork.
    if (bucket !== 'avatars') await onStored(stored, sentName);
    logger.info({ object: stored.path, bytes }, 'file stored');
    return stored;
  } finally {
    for (const file of [temporary, coverFileOf(temporary)]) await rm(file, { force: true });
  }
}

/** Undefined without tags. */
async function readTags(
  deps: IngestDeps,
  { description, cover: picture }: Inspection,
  name: string,
): Promise<FileTags | undefined> {
  const cover = picture === undefined ? null : await storeCover(deps, picture, name);
  const title = description?.title?.slice(0, MAX_TITLE) ?? null;
  const all = description?.chapters.map(({ seconds, title }) => ({ start: seconds, title }));
  // None if the file's chapters are out of order or unnamed.
  const chapters = chaptersSchema.safeParse(all).data ?? null;
  return title || chapters || cover ? { title, chapters, cover } : undefined;
}
const MAX_TITLE = 200;

/** Null for a damaged or unsupported picture. */
async function storeCover(deps: IngestDeps, picture: string, name: string): Promise<string | null> {
  try {
    return (await ingest(deps, picture, { bucket: 'images', name: `${name}.cover` })).path;
  } catch (err) {
    deps.logger.warn({ err, object: name }, 'the cover in a recording was not stored');
    return null;
  }
}

export async function hashContent(file: Readable): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of file) {
    bytes += chunk.length;
    hash.update(chunk);
  }
  return { bytes, sha256: hash.digest('hex') };
}
