import { queryOptions } from '@tanstack/react-query';
import { readDevice } from '#renderer/lib/device-storage.ts';
import { backend } from '#renderer/lib/requests/backend.ts';
import { favoritesKey } from './favorites-device.ts';

/**
 * Ids of the user's favourites. The server is authoritative; the device copy is placeholder data.
 */
export function favoritesQuery(userId: string) {
  return queryOptions({
    queryKey: ['favorites', userId],
    queryFn: async ({ signal }): Promise<readonly number[]> => {
      const { data } = await backend()
        .tables.from('favorites')
        .select('content_id')
        .eq('user_id', userId)
        .abortSignal(signal)
        .retry(false)
        .throwOnError();
      return data.map(({ content_id }) => Number(content_id));
    },
    enabled: userId !== '',
    placeholderData: () => readDevice(favoritesKey),
  });
}
