import type { UseQueryResult } from '@tanstack/react-query';
import { signedAddressSchema } from '#contract/calls/storage.ts';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import type { Recording } from '#contract/rows/recordings.ts';
import { useAdminQuery } from '#renderer/features/admin/shared/use-admin-query.ts';

/** The recording's row, for the address of the original or of the normalised copy. */
export function useRecording(address: string): UseQueryResult<Recording | null> {
  return useAdminQuery(
    ['recordings', address],
    async ({ tables }): Promise<Recording | null> => {
      const { data } = await tables
        .from('recordings')
        .select()
        .or(`path.eq."${address}",levelled_path.eq."${address}"`)
        .limit(1)
        .throwOnError();
      return data[0] ?? null;
    },
    { refreshOn: ['recordings'] },
  );
}

/** A URL that the admin can play even if the track is premium. */
export function usePreviewAddress(address: string): string | undefined {
  const prefix = `${API_PATHS.publicObject}/`;
  const isOurs = address.startsWith(prefix);
  const signed = useAdminQuery(
    ['preview', address],
    async ({ fetch }) => {
      const target = `${API_PATHS.signedObject}/${address.slice(prefix.length)}`;
      const answer = await fetch(target, { method: 'POST' });
      if (!answer.ok) throw new Error('There is no such recording on the server.');
      return signedAddressSchema.parse(await answer.json()).path;
    },
    // Half the URL's lifetime, so that playback can continue.
    { enabled: isOurs, staleTime: 2 * 60 * 60 * 1000 },
  );
  return isOurs ? signed.data : address || undefined;
}
