import { queryOptions } from '@tanstack/react-query';
import { backend } from './backend.ts';
import type { PlayableTrack } from './playback.ts';
import { publicConfig } from './public-config.ts';

export const CATEGORIES = ['PREGNANCY', 'BIRTHING', 'POSTBIRTH'] as const;
export type Category = (typeof CATEGORIES)[number];

/** A row of `audio_content` as far as the screens of a listener look at it. */
export interface Track extends PlayableTrack {
  readonly description: string | null;
  readonly category: Category;
  readonly is_premium: boolean;
  readonly featured: boolean;
  readonly position: number;
  readonly transcript: string | null;
}

/** The two first keys the library is kept under; a change of the table makes both fetch again. */
export const LIBRARY_KEYS = ['audio_content', 'tracks'] as const;

/** Every enabled track, in the order the owner gave them. */
export function libraryQuery(key: (typeof LIBRARY_KEYS)[number] = 'audio_content') {
  return queryOptions({
    queryKey: [key],
    queryFn: async ({ signal }): Promise<Track[]> => {
      const { data } = await backend()
        .tables.from('audio_content')
        .select('*')
        .eq('enabled', true)
        .abortSignal(signal)
        // The query client tries again; twice that would keep her looking at a skeleton.
        .retry(false)
        .throwOnError();
      return inOrder(data);
    },
  });
}

/** With the premium gate off, which is the default, every loaded track is free. */
export function isFree(track: Pick<Track, 'is_premium'>, hasPremium: boolean): boolean {
  return !publicConfig().premiumGate || !track.is_premium || hasPremium;
}

function inOrder(tracks: readonly Track[]): Track[] {
  return tracks.toSorted((a, b) => a.position - b.position || a.id - b.id);
}
