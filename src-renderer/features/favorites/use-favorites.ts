import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useStore } from 'jotai';
import { toast } from '#renderer/components/messages/toast.ts';
import { useHydrated } from '#renderer/lib/hooks/use-hydrated.ts';
import { backend } from '#renderer/lib/requests/backend.ts';
import { userAtom, useUser } from '#renderer/lib/session.ts';
import { storedUser } from '#renderer/lib/stored-session.ts';
import { favoritesQuery } from './favorites-query.ts';

interface Toggle {
  readonly contentId: number;
  readonly isFavorite: boolean;
  readonly title: string;
}

/** PostgreSQL's error code: the favourite was already added on another device or tab. */
const UNIQUE_VIOLATION = '23505';

export function useIsFavorite(contentId: number): boolean {
  const user = useUser();
  const { data } = useQuery({
    ...favoritesQuery(user?.id ?? ''),
    select: (ids) => ids.includes(contentId),
  });
  // The server-rendered page knows no favourites, so hydration must not show those of the device.
  const isHydrated = useHydrated();
  return isHydrated && user !== null && (data ?? false);
}

const mutationKey = ['favorites'];

/**
 * Adds or removes a favourite, with an optimistic update that is rolled back on an error; requests run one after
 * another.
 */
export function useToggleFavorite(): (toggle: Toggle) => void {
  const queryClient = useQueryClient();
  const store = useStore();
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: 'favorites' },
    mutationFn: saveFavorite,
    onMutate: async ({ userId, contentId, isFavorite }) => {
      const { queryKey } = favoritesQuery(userId);
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData<readonly number[]>(queryKey, (ids = []) =>
        withFavorite(ids, contentId, isFavorite),
      );
    },
    onSuccess: (_data, { isFavorite, title }) => {
      const text = isFavorite ? 'Added to favorites' : 'Removed from favorites';
      toast.success(text, `${title}: ${text.toLowerCase()}`);
    },
    onError: (_error, { userId, contentId, isFavorite }) => {
      // Rolls back only this heart; another one may have been pressed since.
      queryClient.setQueryData<readonly number[]>(favoritesQuery(userId).queryKey, (ids = []) =>
        withFavorite(ids, contentId, !isFavorite),
      );
      toast.error('Failed to update favorites');
    },
    onSettled: (_data, _error, { userId }) => {
      // Only the last of several pending requests refetches: an earlier response would lack the
      // later changes.
      if (queryClient.isMutating({ mutationKey }) > 1) return;
      void queryClient.invalidateQueries({ queryKey: favoritesQuery(userId).queryKey });
    },
  });

  return (toggle) => {
    const loaded = store.get(userAtom);
    // Until the session is loaded, the stored session names the user.
    const user = loaded === undefined ? storedUser() : loaded;
    if (user) mutate({ userId: user.id, ...toggle });
    else toast.error('Please login to add favorites');
  };
}

async function saveFavorite({ userId, contentId, isFavorite }: Toggle & { userId: string }) {
  const favorites = backend().tables.from('favorites');
  const { error } = isFavorite
    ? await favorites.insert({ user_id: userId, content_id: contentId })
    : await favorites.delete().eq('user_id', userId).eq('content_id', contentId);
  if (error && !(isFavorite && error.code === UNIQUE_VIOLATION)) throw error;
}

function withFavorite(ids: readonly number[], contentId: number, isFavorite: boolean) {
  const others = ids.filter((id) => id !== contentId);
  return isFavorite ? [...others, contentId] : others;
}
