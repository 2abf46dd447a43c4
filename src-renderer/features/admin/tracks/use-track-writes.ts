import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import type { MovedTrack, TrackMove } from '#contract/calls/track-order.ts';
import type { AudioContent } from '#contract/rows/audio-content.ts';
import { toast } from '#renderer/components/toast.ts';
import { useAdminBackend } from '../admin-session.ts';
import type { TrackValues } from './track-form.ts';

/** Switched by hand, what was planned for the same is done with. */
export const switched = (enabled: boolean): Partial<AudioContent> =>
  enabled ? { enabled, publish_at: null } : { enabled, unpublish_at: null };

/** Changes some columns of these tracks, all of them or none. */
export function useUpdateTracks(): UseMutationResult<
  void,
  Error,
  { ids: readonly number[]; values: Partial<AudioContent> }
> {
  const { tables } = useAdminBackend();
  const refresh = useRefreshTracks();
  return useMutation({
    mutationFn: async ({ ids, values }) => {
      await tables.from('audio_content').update(values).in('id', ids).throwOnError();
    },
    onSettled: refresh,
    onError: ({ message }) => toast.error('Nothing was changed', message),
  });
}

/** A new one, which the server puts at the end of the order; without a recording it waits for one. */
export function useCreateTrack(): UseMutationResult<void, Error, TrackValues> {
  const { tables } = useAdminBackend();
  const refresh = useRefreshTracks();
  return useMutation({
    mutationFn: async (values) => {
      await tables.from('audio_content').insert(values).throwOnError();
    },
    onSettled: refresh,
  });
}

interface Move {
  readonly id: number;
  /** For the words of the undo. */
  readonly title: string;
  readonly goal: TrackMove;
}

/** Puts a track before or after another one; the answer knows the way back. */
export function useMoveTrack(): UseMutationResult<MovedTrack, Error, Move> {
  const { call } = useAdminBackend();
  const refresh = useRefreshTracks();
  return useMutation({
    mutationFn: ({ id, goal }) => call('moveTrack', { params: { id }, input: goal }),
    onSettled: refresh,
    onError: ({ message }) => toast.error('The track was not moved', message),
  });
}

interface Save {
  readonly values: Partial<TrackValues>;
  /** `updated_at` of the row these were typed over. */
  readonly version: string;
}

interface Saved {
  /** Not when somebody else was faster; then nothing was written. */
  readonly isSaved: boolean;
  /** As it is now. */
  readonly track: AudioContent;
}

/** Writes over the version she saw and no other, so that nobody's work is lost unseen. */
export function useSaveTrack(id: number): UseMutationResult<Saved, Error, Save> {
  const { tables } = useAdminBackend();
  const refresh = useRefreshTracks();
  return useMutation({
    mutationFn: async ({ values, version }) => {
      const { data } = await tables
        .from('audio_content')
        .update(values)
        .eq('id', id)
        .eq('updated_at', version)
        .select()
        .throwOnError();
      const [saved] = data;
      if (saved) return { isSaved: true, track: saved };
      const { data: track } = await tables
        .from('audio_content')
        .select()
        .eq('id', id)
        .maybeSingle()
        .throwOnError();
      if (!track) throw new Error('Somebody has deleted this track.');
      return { isSaved: false, track };
    },
    onSettled: refresh,
  });
}

export function useDeleteTrack(): UseMutationResult<void, Error, AudioContent> {
  const { tables } = useAdminBackend();
  const refresh = useRefreshTracks();
  return useMutation({
    mutationFn: async ({ id }) => {
      await tables.from('audio_content').delete().eq('id', id).throwOnError();
    },
    onSettled: refresh,
    onError: ({ message }) => toast.error('The track was not deleted', message),
  });
}

/** Under the number it had, so that links to it work again. */
export function useBringBackTrack(): UseMutationResult<void, Error, AudioContent> {
  const { tables } = useAdminBackend();
  const refresh = useRefreshTracks();
  return useMutation({
    mutationFn: async (track) => {
      await tables.from('audio_content').insert(track).throwOnError();
    },
    onSettled: refresh,
    onError: ({ message }) => toast.error('The track did not come back', message),
  });
}

function useRefreshTracks(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ['admin', 'tracks'] });
}
