import type { AudioCategory } from '#contract/constants/tracks/tracks.ts';
import type { Track } from '#renderer/data/audio-content.ts';

export type CategoryFilter = 'ALL' | AudioCategory;
export type Searchable = Pick<Track, 'title' | 'description' | 'category'>;

/** Filters by category and by a substring of title or description, ignoring case and accents. */
export function findTracks<T extends Searchable>(
  tracks: readonly T[],
  words: string,
  category: CategoryFilter,
): readonly T[] {
  const wanted = fold(words.trim());
  if (!wanted && category === 'ALL') return tracks;
  return tracks.filter(
    (track) =>
      (category === 'ALL' || track.category === category) &&
      (!wanted || foldedText(track).some((text) => text.includes(wanted))),
  );
}

const foldedTexts = new WeakMap<Searchable, readonly string[]>();

/** Cached per track: folding ten thousand texts on each key press takes longer than a frame. */
export function foldedText(track: Searchable): readonly string[] {
  const known = foldedTexts.get(track);
  if (known) return known;
  const folded = [fold(track.title), fold(track.description ?? '')];
  foldedTexts.set(track, folded);
  return folded;
}

/** Makes texts comparable: lower case, no accents, and plain apostrophes, which phones replace. */
export function fold(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').replaceAll('’', "'").toLowerCase();
}
