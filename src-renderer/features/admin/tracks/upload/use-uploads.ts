import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useStore } from 'jotai';
import { useSyncExternalStore } from 'react';
import { adminBackendOf, adminTokenAtom } from '#renderer/features/admin/admin-session.ts';
import { titleFor } from '../editor/title-for.ts';
import { type Upload, UploadQueue } from './upload-queue.ts';

type Store = ReturnType<typeof useStore>;

interface Uploads {
  readonly list: readonly Upload[];
  readonly queue: UploadQueue;
}

/** One queue per store, not per page, so that switching tabs does not stop uploads. */
const queues = new WeakMap<Store, UploadQueue>();

/** Uploads recordings. Each becomes a disabled track, for the admin to check and publish. */
export function useUploads(): Uploads {
  const store = useStore();
  const queryClient = useQueryClient();
  const queue = queues.get(store) ?? createQueue(store, queryClient);
  queues.set(store, queue);
  const list = useSyncExternalStore(queue.subscribe, queue.read);
  return { list, queue };
}

function createQueue(store: Store, queryClient: QueryClient): UploadQueue {
  const tracks = () => adminBackendOf(store).tables.from('audio_content');
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['admin', 'tracks'] });
  const queue = new UploadQueue({
    backend: () => adminBackendOf(store),
    isLocked: () => !store.get(adminTokenAtom),
    async findTrack({ path }) {
      const { data } = await tracks()
        .select('id, duration')
        .eq('audio_url', path)
        .eq('enabled', false)
        .order('id', { ascending: false })
        .limit(1)
        .maybeSingle()
        .throwOnError();
      return data && { id: data.id, seconds: data.duration };
    },
    async createTrack(file, stored, { category, kind }) {
      const { tags } = stored;
      const seconds = Math.max(1, Math.round(stored.durationSeconds ?? 0));
      const { data } = await tracks()
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
      await refresh();
      return { id: data.id, seconds };
    },
    async deleteTrack(id) {
      await tracks().delete().eq('id', id).throwOnError();
      await refresh();
    },
  });
  store.sub(adminTokenAtom, () => {
    if (store.get(adminTokenAtom)) queue.resumeAll();
  });
  return queue;
}
