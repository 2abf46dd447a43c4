import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { isFree, libraryQuery, type Track } from '#renderer/data/audio-content.ts';
import { playbackAtom } from '#renderer/data/playback.ts';
import { useHasPremium } from '#renderer/data/subscription.ts';
import { setLibrary, setWords } from './her-library.ts';
import { sleepAtom, sleepTimerAtom } from './player.atoms.ts';
import { wordsQuery } from './track-query.ts';

/**
 * Tells the queue what the library holds once a screen has fetched it. Asks for nothing itself but the words of
 * the track that sounds, where a timer is to end with a sentence of it and the library has come without them.
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
  const endsWithSentence = useAtomValue(sleepTimerAtom)?.fades === false;
  const isSet = useAtomValue(sleepAtom)?.until === 'time';
  const isWordless = library.some(
    ({ id, transcript_timings }) => id === track?.id && transcript_timings === undefined,
  );
  const { data: words } = useQuery({
    ...wordsQuery(track?.id ?? 0),
    enabled: isSet && endsWithSentence && isWordless,
  });
  useEffect(() => {
    if (track && words) setWords({ trackId: track.id, timings: words.transcript_timings });
  }, [track, words]);
}
