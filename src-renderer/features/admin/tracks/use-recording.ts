import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { MeasureRecording } from '#contract/calls/measure-recording.ts';
import { signedAddressSchema } from '#contract/calls/storage.ts';
import type { Recording } from '#contract/rows/recordings.ts';
import { API_PATHS } from '#contract/words/paths.ts';
import { useAdminBackend } from '../admin-session.ts';
import { useAdminChanges } from '../shared/use-admin-changes.ts';

/** What is known of the recording at this address, which may be the original or its levelled copy; live. */
export function useRecording(address: string): UseQueryResult<Recording | null> {
  const { tables } = useAdminBackend();
  useAdminChanges(['recordings'], ['recordings']);
  return useQuery({
    queryKey: ['admin', 'recordings', address],
    queryFn: async (): Promise<Recording | null> => {
      const { data } = await tables
        .from('recordings')
        .select()
        .or(`path.eq."${address}",levelled_path.eq."${address}"`)
        .limit(1)
        .throwOnError();
      return data[0] ?? null;
    },
  });
}

/** Has it measured and levelled, again or for the first time. */
export function useMeasureRecording(): UseMutationResult<unknown, Error, MeasureInput> {
  const { call } = useAdminBackend();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input) => call('measureRecording', { input }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['admin', 'recordings'] }),
  });
}

export type MeasureInput = MeasureRecording;

/** Ends what is being done with it; it is used as it is. */
export function useStopRecording(): UseMutationResult<unknown, Error, string> {
  const { call } = useAdminBackend();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (path) => call('stopRecording', { input: { path } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['admin', 'recordings'] }),
  });
}

/** An address that plays for the admin, also when the recording is behind the premium gate. */
export function usePreviewAddress(address: string): string | undefined {
  const { fetch } = useAdminBackend();
  const prefix = `${API_PATHS.publicObject}/`;
  const isOurs = address.startsWith(prefix);
  const signed = useQuery({
    queryKey: ['admin', 'preview', address],
    enabled: isOurs,
    // Half of what it lives; playing goes on beyond.
    staleTime: 2 * 60 * 60 * 1000,
    queryFn: async () => {
      const target = `${API_PATHS.signedObject}/${address.slice(prefix.length)}`;
      const answer = await fetch(target, { method: 'POST' });
      if (!answer.ok) throw new Error('There is no such recording on the server.');
      return signedAddressSchema.parse(await answer.json()).path;
    },
  });
  return isOurs ? signed.data : address || undefined;
}
