import { sortByPreferences, type TrackPreference } from '#renderer/data/track-preferences.ts';

interface CategorisedTrack {
  readonly id: number;
  readonly category: string;
}

/**
 * The labour playlist: the enabled birth tracks in the user's order. If none is enabled, all enabled
 * tracks, and without these the disabled ones, so that there is always something to play.
 */
export function labourTracks<T extends CategorisedTrack>(
  library: readonly T[],
  preferences: readonly TrackPreference[] | undefined,
): readonly T[] {
  const enabled = sortByPreferences(library, preferences);
  const ordered = enabled.length > 0 ? enabled : library;
  const birthing = ordered.filter(({ category }) => category === 'BIRTHING');
  return birthing.length > 0 ? birthing : ordered;
}

/**
 * Returns the labour queue and the index at which it starts. It starts with the playing track, which
 * is added if it is not in the playlist. If nothing plays, it starts with the first of these that is in
 * the playlist: the loaded track, the interrupted tracks, the first track.
 */
export function labourQueue<T extends { readonly id: number }>(
  playlist: readonly T[],
  loaded: { readonly track: T; readonly plays: boolean } | null,
  interrupted: readonly { readonly id: number }[],
): { tracks: readonly T[]; start: number } {
  const candidates = [loaded?.track, ...interrupted].map((track) =>
    playlist.findIndex(({ id }) => id === track?.id),
  );
  if (loaded?.plays && candidates[0] === -1)
    return { tracks: [loaded.track, ...playlist], start: 0 };
  return { tracks: playlist, start: candidates.find((index) => index >= 0) ?? 0 };
}
