import type { Tables } from '#renderer/lib/requests/backend.ts';

export interface FavoriteChange {
  readonly userId: string;
  readonly contentId: number;
  readonly isFavorite: boolean;
}

/** PostgreSQL's error code: the favourite was already added on another device or tab. */
const UNIQUE_VIOLATION = '23505';

export async function saveFavorite(
  tables: Tables,
  { userId, contentId, isFavorite }: FavoriteChange,
): Promise<void> {
  const favorites = tables.from('favorites');
  const { error } = isFavorite
    ? await favorites.insert({ user_id: userId, content_id: contentId })
    : await favorites.delete().eq('user_id', userId).eq('content_id', contentId);
  if (error && !(isFavorite && error.code === UNIQUE_VIOLATION)) throw error;
}

export function withFavorite(
  ids: readonly number[],
  contentId: number,
  isFavorite: boolean,
): readonly number[] {
  const others = ids.filter((id) => id !== contentId);
  return isFavorite ? [...others, contentId] : others;
}
