import UFuzzy from '@leeoniya/ufuzzy';
import { type CategoryFilter, fold, type Searchable } from './search.ts';

/** Shorter words with a wrong letter match too much. */
const MIN_LENGTH_FOR_TYPO = 5;
/** A missing letter, as in `slep`, is less ambiguous. */
const MIN_LENGTH_FOR_MISSING_LETTER = 4;

const fuzzy = new UFuzzy({
  unicode: true,
  interSplit: '[^\\p{L}\\d]+',
  intraSplit: '\\p{Ll}\\p{Lu}',
  intraBound: '\\p{L}\\d|\\d\\p{L}|\\p{Ll}\\p{Lu}',
  intraChars: '[\\p{L}\\d]',
  intraMode: 1,
  intraRules(word) {
    const errors = word.length >= MIN_LENGTH_FOR_TYPO ? 1 : 0;
    return {
      // No typo in the first letter.
      intraSlice: [1, Number.POSITIVE_INFINITY],
      intraIns: word.length >= MIN_LENGTH_FOR_MISSING_LETTER ? 1 : 0,
      intraSub: errors as 0 | 1,
      intraTrn: errors as 0 | 1,
      intraDel: errors as 0 | 1,
    };
  },
});

/** Matches all words in any order, with or without apostrophes; long words may have one typo. */
export function findRoughly<T extends Searchable>(
  tracks: readonly T[],
  words: string,
  category: CategoryFilter,
): readonly T[] {
  const wanted = words.split(/\s+/).map(plain).filter(Boolean);
  if (wanted.length === 0) return [];
  const inCategory = tracks.filter((track) => category === 'ALL' || track.category === category);
  const texts = inCategory.map(({ title, description }) => plain(`${title} ${description ?? ''}`));
  let found: number[] | null = [...texts.keys()];
  for (const word of wanted) found = found?.length ? fuzzy.filter(texts, word, found) : null;
  return (found ?? []).flatMap((at) => inCategory[at] ?? []);
}

const plain = (text: string) => fold(text).replaceAll("'", '');
