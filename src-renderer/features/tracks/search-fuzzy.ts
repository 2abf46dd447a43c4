import { forgivingPatterns, wordsOf } from '#contract/constants/forgiving-search.ts';
import { type CategoryFilter, fold, foldedText, type Searchable } from './search.ts';

/** Matches all words in any order, with or without apostrophes; long words may have one typo. */
export function findFuzzy<T extends Searchable>(
  tracks: readonly T[],
  words: string,
  category: CategoryFilter,
): readonly T[] {
  const wanted = wordsOf(withoutApostrophes(fold(words)));
  if (wanted.length === 0) return [];
  const patterns = forgivingPatterns(wanted)?.map((pattern) => new RegExp(pattern));
  const matches = (text: string) =>
    patterns
      ? patterns.every((pattern) => pattern.test(text))
      : wanted.every((word) => text.includes(word));
  return tracks.filter(
    (track) =>
      (category === 'ALL' || track.category === category) &&
      matches(withoutApostrophes(foldedText(track).join(' '))),
  );
}

const withoutApostrophes = (text: string) => text.replaceAll("'", '');
