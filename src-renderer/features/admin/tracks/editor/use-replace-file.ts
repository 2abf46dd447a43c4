import { useEffect, useRef, useState } from 'react';
import { type StoredObject, uploadedObjectSchema } from '#contract/calls/storage.ts';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import { useAdminBackend } from '#renderer/features/admin/admin-session.ts';
import { useAdminAction } from '#renderer/features/admin/shared/use-admin-action.ts';
import type { PendingWork } from '#renderer/features/admin/shared/use-admin-form.ts';
import { sendFile, toError } from '../upload/send-file.ts';

/** The server gives up after ten minutes. */
const IMPORT_LIMIT_MS = 11 * 60_000;

/**
 * Uploads a file or has the server fetch one from an address; the old file stays, so current
 * listeners are not interrupted.
 */
export function useReplaceFile(
  bucket: 'audio' | 'images',
  pending: PendingWork,
  onStored: (stored: StoredObject) => void,
) {
  const backend = useAdminBackend();
  const [progress, setProgress] = useState(0);
  // Read at the end of an upload, because the draft and the token may change meanwhile.
  const latest = useRef({ backend, onStored });
  useEffect(() => {
    latest.current = { backend, onStored };
  });
  // Refetches the names, because a file with the same content may have got a new name.
  const replace = useAdminAction(
    'file-names',
    async (_backend, store: () => Promise<StoredObject>) => {
      setProgress(0);
      try {
        const stored = await store();
        latest.current.onStored(stored);
      } finally {
        pending.delete(bucket);
      }
    },
  );
  const run = (store: () => Promise<StoredObject>): Promise<boolean> => {
    const done = replace.mutateAsync(store).then(
      () => true,
      () => false,
    );
    pending.set(bucket, () => done);
    return done;
  };
  const sendOne = (file: File) =>
    sendFile({
      bucket,
      file,
      backend: () => latest.current.backend,
      onProgress: (bytes) => setProgress(bytes / Math.max(1, file.size)),
    });
  const importOne = async (address: string) => {
    const target = `${API_PATHS.storage}/import/${bucket}/imports/${crypto.randomUUID()}`;
    const headers = { 'Content-Type': 'application/json' };
    const body = JSON.stringify({ address });
    const signal = AbortSignal.timeout(IMPORT_LIMIT_MS);
    const answer = await backend.fetch(target, { method: 'POST', headers, body, signal });
    if (!answer.ok) throw toError(answer.status, await answer.text());
    return uploadedObjectSchema.parse(await answer.json());
  };
  return {
    failure: replace.error?.message,
    busy: replace.isPending && (`${Math.floor(progress * 100)} %` as const),
    send: ([file]: readonly File[]) => void (file && run(() => sendOne(file))),
    /** Creates a file and uploads it; resolves to whether it was stored. */
    sendCreated: (make: () => Promise<File>) => run(async () => sendOne(await make())),
    fetchFrom: (address: string) => void run(() => importOne(address)),
  };
}
