import { fuzzyPatterns, wordsOf } from '#contract/constants/fuzzy-search.ts';
import type { AudioCategory } from '#contract/constants/tracks/tracks.ts';
import type { Track } from '#renderer/data/audio-content.ts';

export type CategoryFilter = 'ALL' | AudioCategory;
type Searchable = Pick<Track, 'title' | 'description' | 'category'>;

/** The tracks that match the words and the category, and how many more match the words alone. */
export function searchTracks<T extends Searchable>(
  tracks: readonly T[],
  words: string,
  category: CategoryFilter,
) {
  if (words.trim() === '') return { found: inCategory(tracks, category), hiddenCount: 0 };
  const exact = findExact(tracks, words);
  const matching = exact.length > 0 ? exact : findFuzzy(tracks, words);
  const found = inCategory(matching, category);
  return { found, hiddenCount: matching.length - found.length };
}

function inCategory<T extends Searchable>(tracks: readonly T[], category: CategoryFilter) {
  return category === 'ALL' ? tracks : tracks.filter((track) => track.category === category);
}

/** Matches a substring of the title or description, ignoring case and accents. */
function findExact<T extends Searchable>(tracks: readonly T[], words: string): readonly T[] {
  const wanted = fold(words.trim());
  return tracks.filter((track) => foldedText(track).some((text) => text.includes(wanted)));
}

/** Matches all words in any order, with or without apostrophes; long words may have one typo. */
function findFuzzy<T extends Searchable>(tracks: readonly T[], words: string): readonly T[] {
  const wanted = wordsOf(withoutApostrophes(fold(words)));
  if (wanted.length === 0) return [];
  const patterns = fuzzyPatterns(wanted)?.map((pattern) => new RegExp(pattern));
  const matches = (text: string) =>
    patterns
      ? patterns.every((pattern) => pattern.test(text))
      : wanted.every((word) => text.includes(word));
  return tracks.filter((track) => matches(withoutApostrophes(foldedText(track).join(' '))));
}

const foldedTexts = new WeakMap<Searchable, readonly string[]>();

/** Cached per track: folding ten thousand texts on each key press takes longer than a frame. */
function foldedText(track: Searchable): readonly string[] {
  const known = foldedTexts.get(track);
  if (known) return known;
  const folded = [fold(track.title), fold(track.description ?? '')];
  foldedTexts.set(track, folded);
  return folded;
}

/** Makes texts comparable: lower case, no accents, and plain apostrophes, which phones replace. */
function fold(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').replaceAll('’', "'").toLowerCase();
}

const withoutApostrophes = (text: string) => text.replaceAll("'", '');
