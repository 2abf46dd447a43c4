import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm, unlink } from 'node:fs/promises';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Bucket, FileTags, StoredObject } from '#contract/calls/storage.ts';
import { publicObjectPath } from '#contract/constants/pages/paths.ts';
import { chaptersSchema } from '#contract/rows/audio-content-schema.ts';
import type { Config } from '#server/core/config/config.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import type { FileStore } from '#server/core/files/file-store.ts';
import type { Logger } from '#server/core/telemetry/logger.ts';
import { coverFileOf } from '../inspection/decode-sound.ts';
import { type Inspection, inspectFile } from '../inspection/inspect-file.ts';
import { mediaTypeOf } from '../inspection/media-types.ts';
import { slugOf } from '../object-name.ts';
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
export interface StorageDeps
  extends Omit<IngestDeps, 'config'>,
    Pick<ServerDeps, 'db' | 'clock' | 'config'> {}

interface UploadOptions extends IngestDeps {
  readonly limitBytes: number;
}

interface SentName {
  readonly bucket: Bucket;
  readonly name: string;
}

/** Hashes and counts the stream, and aborts at the limit. */
function createMeter(limitBytes: number) {
  const hash = createHash('sha256');
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > limitBytes) return done(createTooLargeError(limitBytes));
      hash.update(chunk);
      done(null, chunk);
    },
  });
  return { stream, read: () => ({ bytes, sha256: hash.digest('hex') }) };
}

/**
 * Stores an upload: to a temporary file, checked there, then moved to a content-hashed name. The temporary file
 * is always removed.
 */
export async function storeUpload(
  options: UploadOptions,
  sent: SentName,
  body: Readable,
): Promise<StoredObject> {
  const temporary = await options.store.createTemporary();
  try {
    const meter = createMeter(options.limitBytes);
    // Leaves the body open if the upload is refused, so that its sender gets an answer.
    const chunks = body.iterator({ destroyOnReturn: false });
    await pipeline(chunks, meter.stream, createWriteStream(temporary));
    const { bytes, sha256 } = meter.read();
    if (bytes === 0) throw createEmptyFileError();
    return await ingest(options, temporary, sent, { bytes, sha256 });
  } catch (error) {
    await unlink(temporary).catch(() => undefined);
    throw explainDiskError(error);
  }
}

interface Arrived {
  bytes: number;
  sha256: string;
  /** Replaces the store's own, if the store already has the parts. */
  adopt?: (bucket: Bucket, name: string, isRewritten: boolean) => Promise<void>;
}

/** Checks and stores a complete file and notifies. A refused file stays in place. */
export async function ingest(
  deps: IngestDeps,
  temporary: string,
  sent: SentName,
  { adopt, ...arrived }: Arrived,
): Promise<StoredObject> {
  const { store, logger, onStored, config } = deps;
  const inspection = await inspectFile(temporary, sent.bucket, config).catch(async (error) => {
    await rm(coverFileOf(temporary), { force: true });
    throw error;
  });
  const { ending, durationSeconds, isRewritten } = inspection;
  const tags = await readTags(deps, inspection, sent.name);
  const { bytes, sha256 } = isRewritten ? await measureFile(temporary) : arrived;
  const name = `${slugOf(sent.name)}-${sha256.slice(0, 16)}.${ending}`;
  const stored: StoredObject = {
    bucket: sent.bucket,
    name,
    path: publicObjectPath(sent.bucket, name),
    contentType: mediaTypeOf(name),
    bytes,
    sha256,
    durationSeconds,
    ...(tags && { tags }),
  };
  if (adopt) await adopt(sent.bucket, name, isRewritten);
  else await store.adopt(temporary, sent.bucket, name);
  // Users' pictures trigger no hook.
  if (sent.bucket !== 'avatars') await onStored(stored, sent.name);
  logger.info({ object: stored.path, bytes }, 'file stored');
  return stored;
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
    const sent = { bucket: 'images', name: `${name}.cover` } as const;
    return (await ingest(deps, picture, sent, await measureFile(picture))).path;
  } catch (err) {
    deps.logger.warn({ err, object: name }, 'the cover in a recording was not stored');
    return null;
  } finally {
    await unlink(picture).catch(() => undefined);
  }
}

export const measureFile = (path: string) => measure(createReadStream(path));

export async function measure(file: Readable): Promise<{ bytes: number; sha256: string }> {
  const meter = createMeter(Number.POSITIVE_INFINITY);
  await pipeline(file, meter.stream.resume());
  return meter.read();
}
