import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { isFree, libraryQuery, type Track } from '#renderer/data/audio-content.ts';
import { playbackAtom } from '#renderer/data/playback.ts';
import { useHasPremium } from '#renderer/data/subscription.ts';
import { setLibrary, setTimings } from '../engine/library-source.ts';
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
  useTimingsForSleep(data);
  return null;
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
