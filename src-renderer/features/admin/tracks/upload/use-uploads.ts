import { useQueryClient } from '@tanstack/react-query';
import { atom, useAtomValue } from 'jotai';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { adminTokenAtom, useAdminBackend } from '#renderer/features/admin/admin-session.ts';
import { useRememberTags } from '../editor/file-tags.ts';
import { titleFor } from '../editor/title-for.ts';
import { type Upload, UploadQueue } from './upload-queue.ts';

/** Stored with the user's state, not with the page: switching tabs does not stop uploads. */
const uploadQueueAtom = atom(() => new UploadQueue());

interface Uploads {
  readonly list: readonly Upload[];
  readonly queue: UploadQueue;
}

/** Uploads recordings; each becomes a disabled track, to be checked and published. */
export function useUploads(): Uploads {
  const queue = useAtomValue(uploadQueueAtom);
  const list = useSyncExternalStore(queue.subscribe, queue.read);
  const isUnlocked = Boolean(useAtomValue(adminTokenAtom));
  const backend = useAdminBackend();
  const queryClient = useQueryClient();
  const remember = useRef(useRememberTags());

  useEffect(() => {
    if (!isUnlocked) return;
    const { tables } = backend;
    queue.connect({
      backend,
      async createTrack(file, stored, { category, kind }) {
        const { tags } = stored;
        remember.current(tags);
        const seconds = Math.max(1, Math.round(stored.durationSeconds ?? 0));
        const { data } = await tables
          .from('audio_content')
          .insert({
            title: tags?.title ?? titleFor(file.name),
            category,
            kind,
            duration: seconds,
            chapters: tags?.chapters ?? null,
            image_url: tags?.cover ?? null,
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
  }, [isUnlocked, queue, backend, queryClient]);

  return { list, queue };
}
