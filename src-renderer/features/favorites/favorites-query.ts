import { queryOptions } from '@tanstack/react-query';
import { jsonKey, readDevice } from '#renderer/lib/device-storage.ts';
import { backend } from '#renderer/lib/requests/backend.ts';

/** A copy on the device, so that hearts are correct before the server answers. */
export const favoritesKey = jsonKey<readonly number[]>('favorites', (value) =>
  Array.isArray(value) && value.every(Number.isInteger) ? value : undefined,
);

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
        .throwOnError();
      return data.map(({ content_id }) => Number(content_id));
    },
    enabled: userId !== '',
    placeholderData: () => readDevice(favoritesKey),
  });
}
