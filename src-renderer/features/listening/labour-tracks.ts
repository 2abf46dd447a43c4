import { inHerOrder, type TrackPreference } from '#renderer/data/track-preferences.ts';

interface Placed {
  readonly id: number;
  readonly category: string;
}

/**
 * What sounds in labour: the birth tracks she wants to hear, in her order. Where she has switched all
 * of them off, whatever else she wants: this is no moment for silence by an old choice.
 */
export function labourTracks<T extends Placed>(
  library: readonly T[],
  kept: readonly TrackPreference[] | undefined,
): T[] {
  const hers = inHerOrder(library, kept);
  const birthing = hers.filter(({ category }) => category === 'BIRTHING');
  return birthing.length > 0 ? birthing : hers;
}

/** Where it begins: with what is loaded, else where she was interrupted last, else at the first. */
export function labourStart(
  tracks: readonly { readonly id: number }[],
  loadedId: number | undefined,
  interrupted: readonly { readonly id: number }[],
): number {
  const wanted = [loadedId, ...interrupted.map(({ id }) => id)];
  const places = wanted.map((id) => tracks.findIndex((track) => track.id === id));
  return places.find((place) => place >= 0) ?? 0;
}
