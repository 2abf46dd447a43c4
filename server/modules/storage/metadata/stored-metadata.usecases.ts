import { createReadStream } from 'node:fs';
import { copyFile, stat } from 'node:fs/promises';
import { z } from 'zod';
import type { Bucket } from '#contract/calls/storage.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { type FileStore, listAll, withTemporary } from '#server/core/files/file-store.ts';
import { parseJsonAs } from '#server/core/parse-json.ts';
import { describeAudio } from '../inspection/describe-audio.ts';
import { findAudioKind, findPictureKind } from '../inspection/file-kind.ts';
import { hashContent } from '../uploads/upload.usecases.ts';
import { stripMetadata } from './strip-metadata.ts';

const NOTE_FILE = 'metadata.json';
const noteSchema = z.object({
  /** Time of the last run, which checked all files changed before it. */
  lookedAt: z.number(),
  /** `bucket/name` of files rewritten in place, with their new hash. */
  rewritten: z.record(z.string(), z.string()),
});
type Note = z.infer<typeof noteSchema>;
/** Tolerance for clock skew between machines and stores. */
const OVERLAP_MS = 60 * 60 * 1000;

type Deps = Pick<ServerDeps, 'store' | 'clock' | 'logger'>;

/**
 * Strips metadata of files stored by older versions or added manually; returns the count. Files keep their
 * names, which tracks, caches and downloads use.
 */
export async function stripStoredFiles(deps: Deps): Promise<number> {
  const { store, clock, logger } = deps;
  const note = await readMetadataNote(store);
  const began = clock.now();
  let count = 0;
  for (const { bucket, name, modifiedAt } of await listAll(store)) {
    if (modifiedAt.getTime() < note.lookedAt - OVERLAP_MS) continue;
    try {
      const sha256 = await stripStoredFile(store, bucket, name);
      if (sha256 === undefined) continue;
      note.rewritten[`${bucket}/${name}`] = sha256;
      await store.writeNote(NOTE_FILE, JSON.stringify(note));
      count += 1;
    } catch (err) {
      logger.warn({ err, object: `${bucket}/${name}` }, 'stripping metadata failed');
    }
  }
  await store.writeNote(NOTE_FILE, JSON.stringify({ ...note, lookedAt: began }));
  return count;
}

/** Hashes of rewritten files by `bucket/name`. Without a readable note all files are checked again. */
export async function readMetadataNote(store: FileStore): Promise<Note> {
  return parseJsonAs(noteSchema, await store.readNote(NOTE_FILE)) ?? { lookedAt: 0, rewritten: {} };
}

/** Strips a stored file; returns its new hash, or undefined if nothing was removed. */
const stripStoredFile = (store: FileStore, bucket: Bucket, name: string) =>
  withTemporary(store, async (copy) => {
    await store.withLocalFile(bucket, name, (path) => copyFile(path, copy));
    if (!(await stripCopy(copy, bucket))) return undefined;
    const { sha256 } = await hashContent(createReadStream(copy));
    // The file was deleted while its copy was stripped.
    if (!(await store.find(bucket, name))) return undefined;
    await store.adopt(copy, bucket, name);
    return sha256;
  });

async function stripCopy(path: string, bucket: Bucket): Promise<boolean> {
  if ((await stat(path)).size === 0) return false;
  if (bucket !== 'audio') {
    const extension = await findPictureKind(path);
    if (extension === undefined || extension === 'heic') return false;
    return (await stripMetadata(path, { extension })).isChanged;
  }
  const kind = await findAudioKind(path);
  if (!kind) return false;
  const { extension } = kind;
  const description = await describeAudio(path, extension);
  return (await stripMetadata(path, { ...description, extension })).isChanged;
}
