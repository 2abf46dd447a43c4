import { useQueryClient } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useRef, useState } from 'react';
import { adminTokenAtom, useAdminBackend } from '../admin-session.ts';
import { titleFor, uploadFile } from './upload-file.ts';

export interface Upload {
  readonly id: number;
  readonly file: File;
  readonly share: number;
  readonly state: 'waiting' | 'sending' | 'done' | 'failed';
  /** Why it failed, or how long the recording is. */
  readonly seconds?: number;
  readonly failure?: string;
}

/** More would only share the same line. */
const AT_ONCE = 2;

interface Uploads {
  readonly list: readonly Upload[];
  readonly add: (files: readonly File[]) => void;
  readonly retry: (upload: Upload) => void;
  readonly stop: (upload: Upload) => void;
  readonly clear: () => void;
}

/** Recordings on their way: each becomes a track that is switched off, to be read through and published. */
export function useUploads(): Uploads {
  const [list, setList] = useState<readonly Upload[]>([]);
  const token = useAtomValue(adminTokenAtom)?.access_token ?? '';
  const { tables } = useAdminBackend();
  const queryClient = useQueryClient();
  const nextId = useRef(1);
  const waiting = useRef<Upload[]>([]);
  const running = useRef(new Map<number, AbortController>());

  const change = (id: number, part: Partial<Upload>) =>
    setList((now) => now.map((upload) => (upload.id === id ? { ...upload, ...part } : upload)));

  const send = async ({ id, file }: Upload, signal: AbortSignal) => {
    change(id, { state: 'sending', share: 0 });
    const stored = await uploadFile({
      bucket: 'audio',
      file,
      token,
      signal,
      onProgress: (share) => change(id, { share }),
    });
    const { data: last } = await tables
      .from('audio_content')
      .select('position')
      .order('position', { ascending: false })
      .limit(1)
      .throwOnError();
    const seconds = Math.max(1, Math.round(stored.durationSeconds ?? 0));
    await tables
      .from('audio_content')
      .insert({
        title: titleFor(file.name),
        category: 'PREGNANCY',
        duration: seconds,
        audio_url: stored.path,
        enabled: false,
        position: (last[0]?.position ?? 0) + 1,
      })
      .throwOnError();
    change(id, { state: 'done', seconds });
    await queryClient.invalidateQueries({ queryKey: ['admin', 'tracks'] });
  };

  const startNext = () => {
    if (running.current.size >= AT_ONCE) return;
    const upload = waiting.current.shift();
    if (!upload) return;
    const stop = new AbortController();
    running.current.set(upload.id, stop);
    send(upload, stop.signal)
      .catch((error: unknown) =>
        change(upload.id, {
          state: 'failed',
          failure: error instanceof Error ? error.message : String(error),
        }),
      )
      .finally(() => {
        running.current.delete(upload.id);
        startNext();
      });
    startNext();
  };

  const queue = (uploads: readonly Upload[]) => {
    waiting.current.push(...uploads);
    startNext();
  };

  return {
    list,
    add(files) {
      const uploads = files.map((file) => ({
        id: nextId.current++,
        file,
        share: 0,
        state: 'waiting' as const,
      }));
      setList((now) => [...now, ...uploads]);
      queue(uploads);
    },
    retry(upload) {
      change(upload.id, { state: 'waiting', share: 0 });
      queue([upload]);
    },
    stop({ id }) {
      const isWaiting = waiting.current.some((upload) => upload.id === id);
      waiting.current = waiting.current.filter((upload) => upload.id !== id);
      running.current.get(id)?.abort();
      if (isWaiting) change(id, { state: 'failed', failure: 'Stopped. Nothing was kept.' });
    },
    clear: () =>
      setList((now) => now.filter(({ state }) => state !== 'done' && state !== 'failed')),
  };
}
