import type { Tables } from '#renderer/lib/requests/backend.ts';

interface FavoriteChange {
  readonly userId: string;
  readonly contentId: number;
  readonly kept: boolean;
}

/** PostgreSQL's error code: the favourite was already added on another device or tab. */
const UNIQUE_VIOLATION = '23505';

export async function saveFavorite(
  tables: Tables,
  { userId, contentId, kept }: FavoriteChange,
): Promise<void> {
  const favorites = tables.from('favorites');
  const { error } = kept
    ? await favorites.insert({ user_id: userId, content_id: contentId })
    : await favorites.delete().eq('user_id', userId).eq('content_id', contentId);
  if (error && !(kept && error.code === UNIQUE_VIOLATION)) throw error;
}

export function withFavorite(
  ids: readonly number[],
  contentId: number,
  kept: boolean,
): readonly number[] {
  const others = ids.filter((id) => id !== contentId);
  return kept ? [...others, contentId] : others;
}
