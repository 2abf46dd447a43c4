import type { AudioCategory } from '#contract/constants/tracks/tracks.ts';
import type { Track } from '#renderer/data/audio-content.ts';

export type CategoryFilter = 'ALL' | AudioCategory;
export type Searchable = Pick<Track, 'title' | 'description' | 'category'>;

/** Filters by category and by a substring of title or description, ignoring case. */
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

const FOLDED = new WeakMap<Searchable, readonly string[]>();

/** Cached per track: folding ten thousand on each key press took longer than a frame. */
function foldedText(track: Searchable): readonly string[] {
  const known = FOLDED.get(track);
  if (known) return known;
  const folded = [fold(track.title), fold(track.description ?? '')];
  FOLDED.set(track, folded);
  return folded;
}

/** Normalises apostrophes and accents, which phones may type as other characters. */
export function fold(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').replaceAll('’', "'").toLowerCase();
}
