import type { AudioCategory } from '#contract/words/tracks.ts';
import type { Track } from '#renderer/data/audio-content.ts';

export type CategoryFilter = 'ALL' | AudioCategory;
type Searchable = Pick<Track, 'title' | 'description' | 'category'>;

/** Both at once: the category, and a piece of the title or the description in any case. */
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

/** Once for each track, and not at each letter: of ten thousand that took longer than a frame. */
function foldedText(track: Searchable): readonly string[] {
  const known = FOLDED.get(track);
  if (known) return known;
  const folded = [fold(track.title), fold(track.description ?? '')];
  FOLDED.set(track, folded);
  return folded;
}

/** Typed on a phone, an apostrophe or an accent may be another character than the printed one. */
function fold(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').replaceAll('’', "'").toLowerCase();
}
