import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { isFree, libraryQuery, type Track } from '#renderer/data/audio-content.ts';
import { playbackAtom } from '#renderer/data/playback.ts';
import { useHasPremium } from '#renderer/data/subscription.ts';
import { setLibrary, setTimings } from '../engine/library-source.ts';
import { sleepAtom, toolsAtom } from '../engine/player.atoms.ts';
import { wordsQuery } from '../engine/track-query.ts';

/**
 * Passes the loaded library to the queue, without fetching it. Fetches the texts of the playing
 * track if a sleep timer ends with a sentence and the list of the library omits texts.
 */
export function LibraryForQueue() {
  const { data } = useQuery({ ...libraryQuery(), enabled: false });
  const hasPremium = useHasPremium();
  useEffect(() => {
    setLibrary((data ?? []).filter((track) => isFree(track, hasPremium)));
  }, [data, hasPremium]);
  useWordsForSleep(data);
  return null;
}

function useWordsForSleep(library: readonly Track[] = []): void {
  const { track } = useAtomValue(playbackAtom);
  const endsWithSentence = useAtomValue(toolsAtom)?.sleep.fades === false;
  const isSet = useAtomValue(sleepAtom)?.until === 'time';
  const isWordless = library.some(
    ({ id, transcript_timings }) => id === track?.id && transcript_timings === undefined,
  );
  const { data: words } = useQuery({
    ...wordsQuery(track?.id ?? 0),
    enabled: isSet && endsWithSentence && isWordless,
  });
  useEffect(() => {
    if (track && words) setTimings({ trackId: track.id, timings: words.transcript_timings });
  }, [track, words]);
}
