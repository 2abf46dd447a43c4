import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { signedAddressSchema } from '#contract/calls/storage.ts';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import type { Recording } from '#contract/rows/recordings.ts';
import { useAdminBackend } from '#renderer/features/admin/admin-session.ts';
import { useAdminChanges } from '#renderer/features/admin/shared/use-admin-changes.ts';

/** The recording's row, for the address of the original or of the normalised copy. */
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

/** A URL that the admin can play even if the track is premium. */
export function usePreviewAddress(address: string): string | undefined {
  const { fetch } = useAdminBackend();
  const prefix = `${API_PATHS.publicObject}/`;
  const isOurs = address.startsWith(prefix);
  const signed = useQuery({
    queryKey: ['admin', 'preview', address],
    enabled: isOurs,
    // Half the URL's lifetime, so that playback can continue.
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
