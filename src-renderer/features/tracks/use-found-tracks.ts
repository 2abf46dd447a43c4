import { useAtomValue } from 'jotai';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { Track } from '#renderer/data/audio-content.ts';
import { loadModule } from '#renderer/lib/requests/load-module.ts';
import { categoryAtom, searchAtom } from './library.atoms.ts';
import { findTracks } from './search.ts';

type FindRoughly = typeof import('./search-fuzzy.ts').findRoughly;

/** The tracks that match the search and category; deferred, so that typing stays responsive. */
export function useFoundTracks(tracks: readonly Track[]) {
  const words = useDeferredValue(useAtomValue(searchAtom));
  const category = useDeferredValue(useAtomValue(categoryAtom));
  const exactMatches = useMemo(() => findTracks(tracks, words, 'ALL'), [tracks, words]);
  const findFuzzy = useFindRoughly(words.trim() !== '' && exactMatches.length === 0);
  return useMemo(() => {
    const find = exactMatches.length === 0 && findFuzzy ? findFuzzy : findTracks;
    const found = find(tracks, words, category);
    const inAll = category === 'ALL' ? found : find(tracks, words, 'ALL');
    return { found, hiddenCount: words.trim() === '' ? 0 : inAll.length - found.length };
  }, [tracks, words, category, exactMatches, findFuzzy]);
}

/** Loads fuzzy search when the exact search finds nothing. */
function useFindRoughly(isNeeded: boolean): FindRoughly | undefined {
  const [find, setFind] = useState<FindRoughly>();
  useEffect(() => {
    if (!isNeeded) return;
    loadModule(() => import('./search-fuzzy.ts'), []).then(
      ({ findRoughly }) => setFind(() => findRoughly),
      // Without fuzzy search the page shows no results.
      () => {},
    );
  }, [isNeeded]);
  return find;
}
