import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { FirstRows, ListedTrack } from '#contract/rows/first-rows.ts';
import { publicConfig } from '#renderer/lib/public-config.ts';
import { backend } from '#renderer/lib/requests/backend.ts';
import { queryClientOf } from '#renderer/lib/requests/query-client.ts';
import { MAX_RESPONSE_ROWS, readLibrary } from './read-library.ts';

export type Track = ListedTrack;

export const trackKey = (trackId: number) => ['audio_content', trackId];

/** The two query keys of the library; a change of the table invalidates both. */
export const LIBRARY_KEYS = ['audio_content', 'tracks'] as const;
/** Key of a flag that the server-rendered document sets before any rows are loaded. */
const LARGE_KEY = ['library_is_large'];
type LibraryKey = (typeof LIBRARY_KEYS)[number];

export function libraryQuery(key: LibraryKey = 'audio_content') {
  return queryOptions({
    queryKey: [key],
    queryFn: ({ signal, client }) =>
      readLibrary(backend().tables, {
        signal,
        isLarge:
          client.getQueryData<boolean>(LARGE_KEY) ?? isLarge(client.getQueryData<Track[]>([key])),
        // Stale, because more rows are loading.
        onPart: (part) =>
          client.setQueryData<Track[]>([key], (known = []) => longer(known, part), {
            updatedAt: 0,
          }),
      }),
    // Shows the rows that another page has loaded under the other key.
    initialData: () => stateOfOtherKey(key)?.data,
    initialDataUpdatedAt: () => stateOfOtherKey(key)?.dataUpdatedAt ?? 0,
  });
}

/** False while rows are missing: a document includes only the first ones, and a large library loads in parts. */
export const isWhole = ({ dataUpdatedAt }: { dataUpdatedAt: number }) => dataUpdatedAt > 0;

/** A large library loads in ranges and without transcripts, which are requested where they are shown. */
export const isLarge = (library: readonly Track[] = []) => library.length >= MAX_RESPONSE_ROWS;

/** The state of the library cached under the other key. */
function stateOfOtherKey(key: LibraryKey) {
  const other = LIBRARY_KEYS.find((each) => each !== key);
  return queryClientOf().getQueryState<Track[]>([other]);
}

/** Keeps rows already shown while the library is refetched. */
const longer = (known: readonly Track[], part: Track[]) =>
  known.length < part.length ? part : undefined;

/** Sets the library's first rows, from which the server renders a document; they count as stale. */
export function provideFirstRows(client: QueryClient, rows: FirstRows): void {
  const { tracks, isLarge, missing } = rows;
  if (missing !== undefined) client.setQueryData(trackKey(missing), null);
  if (tracks.length > 0)
    client.setQueryData<Track[]>(['audio_content'], [...tracks], { updatedAt: 0 });
  if (isLarge) client.setQueryData(LARGE_KEY, true);
}

/** With the premium gate off, which is the default, every loaded track is free. */
export function isFree(track: Pick<Track, 'is_premium'>, hasPremium: boolean): boolean {
  return !publicConfig().premiumGate || !track.is_premium || hasPremium;
}

/** The featured track, or the first playable one if that is locked. */
export function findStartTrack(
  tracks: readonly Track[] | undefined,
  hasPremium: boolean,
): Track | undefined {
  const free = tracks?.filter((track) => isFree(track, hasPremium));
  return free?.find(({ featured }) => featured) ?? free?.[0];
}
