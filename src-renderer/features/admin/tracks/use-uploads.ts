import { useQueryClient } from '@tanstack/react-query';
import { atom, useAtomValue } from 'jotai';
import { useEffect, useSyncExternalStore } from 'react';
import { adminTokenAtom, useAdminBackend } from '../admin-session.ts';
import { titleFor } from './title-for.ts';
import { type Upload, UploadQueue } from './upload-queue.ts';

/** Of the person, not of the page: a look at another tab does not stop what is being sent. */
const uploadQueueAtom = atom(() => new UploadQueue());

interface Uploads {
  readonly list: readonly Upload[];
  readonly queue: UploadQueue;
}

/** Recordings on their way: each becomes a track that is switched off, to be read through and published. */
export function useUploads(): Uploads {
  const queue = useAtomValue(uploadQueueAtom);
  const list = useSyncExternalStore(queue.subscribe, queue.read);
  const isUnlocked = Boolean(useAtomValue(adminTokenAtom));
  const { tables, fetch } = useAdminBackend();
  const queryClient = useQueryClient();

  useEffect(() => {
    if (!isUnlocked) return;
    queue.connect({
      fetch,
      async createTrack(file, stored) {
        const seconds = Math.max(1, Math.round(stored.durationSeconds ?? 0));
        const { data } = await tables
          .from('audio_content')
          .insert({
            title: titleFor(file.name),
            category: 'PREGNANCY',
            duration: seconds,
            audio_url: stored.path,
            enabled: false,
          })
          .select('id')
          .single()
          .throwOnError();
        await queryClient.invalidateQueries({ queryKey: ['admin', 'tracks'] });
        return { id: data.id, seconds };
      },
    });
  }, [isUnlocked, queue, tables, fetch, queryClient]);

  return { list, queue };
}
