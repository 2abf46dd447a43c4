import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import type { AudioContent } from '#contract/rows/audio-content.ts';
import { toast } from '#renderer/components/toast.ts';
import { useAdminBackend } from '../admin-session.ts';

/** What can be set for many at once. */
export type BulkValues = Partial<
  Pick<AudioContent, 'enabled' | 'publish_at' | 'unpublish_at' | 'is_premium' | 'category'>
>;

/** What was done, with what it takes to have it back. */
export interface BulkDone {
  /** '4 tracks switched off' */
  readonly text: string;
  readonly before: readonly AudioContent[];
  /** The version each has now; absent: they were deleted. */
  readonly versions?: ReadonlyMap<number, string>;
}

interface Bulk {
  readonly ids: readonly number[];
  readonly text: string;
  /** Absent: they are deleted. */
  readonly values?: BulkValues;
}

/** Changes or deletes all of these or none, and answers the way back. */
export function useBulk(): UseMutationResult<BulkDone, Error, Bulk> {
  const { tables } = useAdminBackend();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async ({ ids, text, values }) => {
      const wanted = [...ids];
      const rows = () => tables.from('audio_content');
      const { data: before } = await rows().select().in('id', wanted).throwOnError();
      if (!values) {
        await rows().delete().in('id', wanted).throwOnError();
        return { text, before };
      }
      const { data: after } = await rows()
        .update(values)
        .in('id', wanted)
        .select('id, updated_at')
        .throwOnError();
      const versions = new Map(after.map(({ id, updated_at }) => [id, updated_at]));
      return { text, before, versions };
    },
    onSettled: refresh,
    onError: ({ message }) => toast.error('Nothing was changed', message),
  });
}

/** Puts back what somebody else has not changed since; answers how many that was. */
export function useUndoBulk(): UseMutationResult<number, Error, BulkDone> {
  const { tables } = useAdminBackend();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async ({ before, versions }) => {
      const rows = () => tables.from('audio_content');
      if (!versions) {
        await rows()
          .insert([...before])
          .throwOnError();
        return before.length;
      }
      let count = 0;
      for (const { id, enabled, publish_at, unpublish_at, is_premium, category } of before) {
        const { data } = await rows()
          .update({ enabled, publish_at, unpublish_at, is_premium, category })
          .eq('id', id)
          .eq('updated_at', versions.get(id) ?? '')
          .select('id')
          .throwOnError();
        count += data.length;
      }
      return count;
    },
    onSettled: refresh,
    onError: ({ message }) => toast.error('It was not taken back', message),
  });
}

function useRefresh(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ['admin', 'tracks'] });
}
