import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import {
  isFree,
  isWhole,
  LIBRARY_KEYS,
  libraryQuery,
  type Track,
} from '#renderer/data/audio-content.ts';
import { playbackAtom } from '#renderer/data/playback.ts';
import { useHasPremium } from '#renderer/data/subscription.ts';
import { setLibrary, setListed, setTimings } from '../engine/library-source.ts';
import { sleepAtom, toolsAtom } from '../engine/player.atoms.ts';
import { textsQuery } from '../engine/track-query.ts';

/**
 * Passes the library to the queue once a screen has loaded it. Fetches the timings of the playing
 * track if the sleep timer needs them and the list of a large library omits them.
 */
export function LibraryForQueue() {
  const { data } = useQuery({ ...libraryQuery(), enabled: false });
  const hasPremium = useHasPremium();
  useEffect(() => {
    setLibrary((data ?? []).filter((track) => isFree(track, hasPremium)));
  }, [data, hasPremium]);
  useFetchedLibrary();
  useTimingsForSleep(data);
  return null;
}

/** Each change of the library refetches only the key of the open page. */
function useFetchedLibrary(): void {
  const queryClient = useQueryClient();
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
}

function useTimingsForSleep(library: readonly Track[] = []): void {
  const { track } = useAtomValue(playbackAtom);
  const endsWithSentence = useAtomValue(toolsAtom)?.sleep.fades === false;
  const isSet = useAtomValue(sleepAtom)?.until === 'time';
  const lacksTexts = library.some(
    ({ id, transcript_timings }) => id === track?.id && transcript_timings === undefined,
  );
  const { data: texts } = useQuery({
    ...textsQuery(track?.id ?? 0),
    enabled: isSet && endsWithSentence && lacksTexts,
  });
  useEffect(() => {
    if (track && texts) setTimings({ trackId: track.id, timings: texts.transcript_timings });
  }, [track, texts]);
}
