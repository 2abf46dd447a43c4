import { useAtomValue } from 'jotai';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { Track } from '#renderer/data/audio-content.ts';
import { loadModule } from '#renderer/lib/requests/load-module.ts';
import { categoryAtom, wordsAtom } from './library.atoms.ts';
import { findTracks } from './search.ts';

type FindRoughly = typeof import('./search-fuzzy.ts').findRoughly;

/** The tracks that match the search and category; deferred, so that typing stays responsive. */
export function useFoundTracks(tracks: readonly Track[]) {
  const words = useDeferredValue(useAtomValue(wordsAtom));
  const category = useDeferredValue(useAtomValue(categoryAtom));
  const everywhere = useMemo(() => findTracks(tracks, words, 'ALL'), [tracks, words]);
  const roughly = useFindRoughly(words.trim() !== '' && everywhere.length === 0);
  return useMemo(() => {
    const find = everywhere.length === 0 && roughly ? roughly : findTracks;
    const found = find(tracks, words, category);
    const inAll = category === 'ALL' ? found : find(tracks, words, 'ALL');
    return { found, hidden: words.trim() === '' ? 0 : inAll.length - found.length };
  }, [tracks, words, category, everywhere, roughly]);
}

/** Loads fuzzy search when the exact search finds nothing. */
function useFindRoughly(isNeeded: boolean): FindRoughly | undefined {
  const [find, setFind] = useState<FindRoughly>();
  useEffect(() => {
    if (!isNeeded) return;
    loadModule(() => import('./search-fuzzy.ts'), []).then(
      ({ findRoughly }) => setFind(() => findRoughly),
      // Without it the page shows no results.
      () => {},
    );
  }, [isNeeded]);
  return find;
}
