import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isFree, libraryQuery } from '#renderer/data/audio-content.ts';
import { useHasPremium } from '#renderer/data/subscription.ts';
import { setLibrary } from './her-library.ts';

/** Tells the queue what the library holds once a screen has fetched it; asks for nothing itself. */
export function LibraryForQueue() {
  const { data } = useQuery({ ...libraryQuery(), enabled: false });
  const hasPremium = useHasPremium();
  useEffect(() => {
    setLibrary((data ?? []).filter((track) => isFree(track, hasPremium)));
  }, [data, hasPremium]);
  return null;
}
