import { useAtomValue } from 'jotai';
import { useDeferredValue, useMemo } from 'react';
import type { Track } from '#renderer/data/audio-content.ts';
import { categoryAtom, searchAtom } from './library.atoms.ts';
import { searchTracks } from './search.ts';

/** The tracks that match the search and category; deferred, so that typing stays responsive. */
export function useFoundTracks(tracks: readonly Track[]) {
  const words = useDeferredValue(useAtomValue(searchAtom));
  const category = useDeferredValue(useAtomValue(categoryAtom));
  return useMemo(() => searchTracks(tracks, words, category), [tracks, words, category]);
}
