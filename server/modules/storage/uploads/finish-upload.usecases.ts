import type { Upload } from '@tus/server';
import { type StoredObject, storedObjectSchema } from '#contract/calls/storage.ts';
import { AppError } from '#server/core/errors.ts';
import { placeObject } from '../objects.usecases.ts';
import { createUploadGoneError, explainDiskError } from '../storage.errors.ts';
import { ingest, type StorageDeps } from './upload.usecases.ts';
import { parseUploadMetadata } from './upload-metadata.ts';

/** Checks and stores a complete upload; repeated calls get the same answer. */
export function createFinishUpload(deps: StorageDeps) {
  const { resumable } = deps.store;
  const running = new Map<string, Promise<StoredObject>>();

  async function store({ id: key, metadata }: Upload): Promise<StoredObject> {
    const result = await resumable.readResult(key);
    if (result !== undefined) return storedObjectSchema.parse(JSON.parse(result));
    const target = parseUploadMetadata(metadata);
    if (!target) throw createUploadGoneError(404);
    const { path } = target;
    try {
      const sent = { ...target, uploadId: key };
      const stored = await ingest(deps, await resumable.copy(key), sent);
      if (path !== undefined) await placeObject(deps, { ...target, path }, stored);
      await resumable.writeResult(key, JSON.stringify(stored));
      return stored;
    } catch (cause) {
      const error = explainDiskError(cause);
      // Otherwise, sending the refused file again would find its upload complete, and report success.
      if (isRefusal(error)) await resumable.remove(key);
      throw error;
    }
  }

  return (upload: Upload): Promise<StoredObject> => {
    const known = running.get(upload.id);
    if (known) return known;
    // Deduplicated per process only: another process would write the same rows and names.
    const work = store(upload).finally(() => running.delete(upload.id));
    running.set(upload.id, work);
    return work;
  };
}

/** Errors that a retry of the same upload cannot fix. */
const isRefusal = (error: unknown) => error instanceof AppError && error.status < 500;
