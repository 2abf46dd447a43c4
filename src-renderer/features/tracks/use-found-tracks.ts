import { useAtomValue } from 'jotai';
import { useDeferredValue, useMemo } from 'react';
import type { Track } from '#renderer/data/audio-content.ts';
import { categoryAtom, searchAtom } from './library.atoms.ts';
import { findTracks } from './search.ts';
import { findFuzzy } from './search-fuzzy.ts';

/** The tracks that match the search and category; deferred, so that typing stays responsive. */
export function useFoundTracks(tracks: readonly Track[]) {
  const words = useDeferredValue(useAtomValue(searchAtom));
  const category = useDeferredValue(useAtomValue(categoryAtom));
  const hasExactMatches = useMemo(
    () => findTracks(tracks, words, 'ALL').length > 0,
    [tracks, words],
  );
  return useMemo(() => {
    const find = hasExactMatches ? findTracks : findFuzzy;
    const found = find(tracks, words, category);
    const inAll = category === 'ALL' ? found : find(tracks, words, 'ALL');
    return { found, hiddenCount: words.trim() === '' ? 0 : inAll.length - found.length };
  }, [tracks, words, category, hasExactMatches]);
}
