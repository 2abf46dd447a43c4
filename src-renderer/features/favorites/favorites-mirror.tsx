import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { clearDevice, writeDevice } from '#renderer/lib/device-storage.ts';
import { useUser } from '#renderer/lib/session.ts';
import { favoritesKey, favoritesQuery } from './favorites-query.ts';

/** Mirrors the signed-in user's favourites to the device key `favorites`; empty when signed out. */
export function FavoritesMirror() {
  const user = useUser();
  const { data, isPlaceholderData } = useQuery(favoritesQuery(user?.id ?? ''));
  useEffect(() => {
    if (user === null) clearDevice(favoritesKey);
    else if (user && data && !isPlaceholderData) writeDevice(favoritesKey, data);
  }, [user, data, isPlaceholderData]);
  return null;
}
