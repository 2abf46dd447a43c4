import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Bucket, StoredObject } from '#contract/calls/storage.ts';
import { useAdminBackend } from '../admin-session.ts';
import { sendFile } from './send-file.ts';

/** Sends one file; the old one stays beside it, so whoever is listening is not disturbed. */
export function useReplace(bucket: Bucket, onStored: (stored: StoredObject) => void) {
  const { fetch } = useAdminBackend();
  const queryClient = useQueryClient();
  const [share, setShare] = useState<number>();
  const [failure, setFailure] = useState<string>();
  const handleFiles = async ([file]: readonly File[]) => {
    if (!file) return;
    setFailure(undefined);
    setShare(0);
    try {
      const stored = await sendFile({
        bucket,
        file,
        fetch,
        onProgress: (bytes) => setShare(bytes / Math.max(1, file.size)),
      });
      // The same file may have come under another name before.
      void queryClient.invalidateQueries({ queryKey: ['admin', 'file-names'] });
      onStored(stored);
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    }
    setShare(undefined);
  };
  return {
    failure,
    busy: share !== undefined && (`${Math.floor(share * 100)} %` as const),
    send: (files: readonly File[]) => void handleFiles(files),
  };
}
