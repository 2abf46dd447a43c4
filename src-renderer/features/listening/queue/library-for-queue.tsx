import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import {
  isFree,
  isWhole,
  LIBRARY_KEYS,
  libraryQuery,
  type Track,
} from '#renderer/data/audio-content.ts';
import { useHasPremium } from '#renderer/data/subscription.ts';
import { setLibrary, setListed } from '../engine/library-source.ts';

/** Passes the library to the queue once a screen has loaded it. */
export function LibraryForQueue() {
  const { data } = useQuery({ ...libraryQuery(), enabled: false });
  const hasPremium = useHasPremium();
  useEffect(() => {
    setLibrary((data ?? []).filter((track) => isFree(track, hasPremium)));
  }, [data, hasPremium]);
  const queryClient = useQueryClient();
  // Each change of the library refetches only the key of the open page.
  useEffect(
    () =>
      queryClient.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'success') return;
        const { queryKey } = event.query;
        if (queryKey.length > 1 || LIBRARY_KEYS.every((key) => key !== queryKey[0])) return;
        const state = queryClient.getQueryState<Track[]>(queryKey);
        if (state?.data && isWhole(state)) setListed(new Set(state.data.map(({ id }) => id)));
      }),
    [queryClient],
  );
  return null;
}
