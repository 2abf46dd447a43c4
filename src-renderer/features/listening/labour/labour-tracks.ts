import { inOwnOrder, type TrackPreference } from '#renderer/data/track-preferences.ts';

interface Placed {
  readonly id: number;
  readonly category: string;
}

/**
 * The labour playlist: the enabled birth tracks in the user's order; without any, all enabled
 * tracks instead of silence.
 */
export function labourTracks<T extends Placed>(
  library: readonly T[],
  kept: readonly TrackPreference[] | undefined,
): T[] {
  const ordered = inOwnOrder(library, kept);
  const birthing = ordered.filter(({ category }) => category === 'BIRTHING');
  return birthing.length > 0 ? birthing : ordered;
}

/** The first track: the loaded one, else the last interrupted one, else the first. */
export function labourStart(
  tracks: readonly { readonly id: number }[],
  loadedId: number | undefined,
  interrupted: readonly { readonly id: number }[],
): number {
  const wanted = [loadedId, ...interrupted.map(({ id }) => id)];
  const places = wanted.map((id) => tracks.findIndex((track) => track.id === id));
  return places.find((place) => place >= 0) ?? 0;
}
