import { queryOptions } from '@tanstack/react-query';
import type { ListedTrack } from '#contract/rows/first-rows.ts';
import { backend } from '#renderer/lib/backend.ts';
import { firstRows } from '#renderer/lib/first-rows.ts';
import { publicConfig } from '#renderer/lib/public-config.ts';
import { queryClientOf } from '#renderer/lib/query-client.ts';
import { ANSWER_ROWS } from './library-order.ts';
import { readLibrary } from './read-library.ts';

export type Track = ListedTrack;

/** The two first keys the library is kept under; a change of the table makes both fetch again. */
export const LIBRARY_KEYS = ['audio_content', 'tracks'] as const;
type LibraryKey = (typeof LIBRARY_KEYS)[number];

export function libraryQuery(key: LibraryKey = 'audio_content') {
  return queryOptions({
    queryKey: [key],
    queryFn: ({ signal, client }) =>
      readLibrary(backend().tables, {
        signal,
        isLarge: firstRows()?.isLarge ?? isLarge(client.getQueryData<Track[]>([key])),
        // As old as the beginning: more of it is still to come.
        onPart: (part) =>
          client.setQueryData<Track[]>([key], (known = []) => longer(known, part), {
            updatedAt: 0,
          }),
      }),
    // What another screen has of it, or what the document came with, is shown at once; the latter counts as old.
    initialData: () => kept(key)?.data ?? firstTracks(),
    initialDataUpdatedAt: () => kept(key)?.dataUpdatedAt ?? 0,
  });
}

/** False while some of it is on its way: the document comes with its beginning, a large library in parts. */
export const isWhole = ({ dataUpdatedAt }: { dataUpdatedAt: number }) => dataUpdatedAt > 0;

/** It comes in ranges, and without the words of its tracks: who shows them asks for them. */
export const isLarge = (library: readonly Track[] = []) => library.length >= ANSWER_ROWS;

/** Under the other key. */
function kept(key: LibraryKey) {
  const other = LIBRARY_KEYS.find((each) => each !== key);
  return queryClientOf().getQueryState<Track[]>([other]);
}

/** Nothing that is shown goes, while it is read anew. */
const longer = (known: readonly Track[], part: Track[]) =>
  known.length < part.length ? part : undefined;

function firstTracks(): Track[] | undefined {
  const rows = firstRows()?.tracks ?? [];
  // None: the document was of a screen without them.
  return rows.length === 0 ? undefined : [...rows];
}

/** With the premium gate off, which is the default, every loaded track is free. */
export function isFree(track: Pick<Track, 'is_premium'>, hasPremium: boolean): boolean {
  return !publicConfig().premiumGate || !track.is_premium || hasPremium;
}

/** What the owner features, and where that is locked the first she may hear. */
export function findBeginning(
  tracks: readonly Track[] | undefined,
  hasPremium: boolean,
): Track | undefined {
  const free = tracks?.filter((track) => isFree(track, hasPremium));
  return free?.find(({ featured }) => featured) ?? free?.[0];
}
