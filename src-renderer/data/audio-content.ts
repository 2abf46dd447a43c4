import { queryOptions } from '@tanstack/react-query';
import type { AudioContent } from '#contract/rows/audio-content.ts';
import { backend } from '#renderer/lib/backend.ts';
import { firstRows } from '#renderer/lib/first-rows.ts';
import { publicConfig } from '#renderer/lib/public-config.ts';
import { readLibrary } from './read-library.ts';

export type Track = AudioContent;

/** The two first keys the library is kept under; a change of the table makes both fetch again. */
export const LIBRARY_KEYS = ['audio_content', 'tracks'] as const;

export function libraryQuery(key: (typeof LIBRARY_KEYS)[number] = 'audio_content') {
  return queryOptions({
    queryKey: [key],
    queryFn: ({ signal }) => readLibrary(backend().tables, signal),
    // What the document came with is shown at once, and counts as old.
    initialData: firstTracks,
    initialDataUpdatedAt: 0,
  });
}

function firstTracks(): Track[] | undefined {
  const rows = firstRows()?.tracks ?? [];
  // None: the document was of a screen without them.
  if (rows.length === 0) return undefined;
  return rows.map((row) => ({
    transcript: null,
    transcript_timings: null,
    chapters: null,
    ...row,
  }));
}

/** With the premium gate off, which is the default, every loaded track is free. */
export function isFree(track: Pick<Track, 'is_premium'>, hasPremium: boolean): boolean {
  return !publicConfig().premiumGate || !track.is_premium || hasPremium;
}
