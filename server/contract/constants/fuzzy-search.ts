/** Maximum length of a regular expression in a query. */
export const PATTERN_LENGTH = 1_000;
/** Words that may have a typo: shorter ones match too much, longer ones make long patterns. */
const TYPO_LENGTHS = { shortest: 5, longest: 20 } as const;
/** In a word of this length only a missing letter is allowed: `slep`. */
const MISSING_LETTER_LENGTH = 4;
const MAX_WORDS = 8;

export const wordsOf = (search: string): string[] =>
  search
    .replaceAll('\u0000', '')
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, MAX_WORDS);

/** `%word%` for LIKE, escaped. */
export const likePattern = (word: string): string => `%${word.replace(/[\\%_]/g, '\\$&')}%`;

/** Searches for the exact words; if nothing matches, searches again by `patterns`, which allow one typo per word. */
export async function withTypos<Found>(
  words: readonly string[],
  isEmpty: (found: Found) => boolean,
  read: (patterns?: readonly string[]) => Promise<Found>,
): Promise<Found> {
  const exact = await read();
  const patterns = isEmpty(exact) ? fuzzyPatterns(words) : undefined;
  return patterns ? read(patterns) : exact;
}

/**
 * A regular expression that allows one wrong, missing, extra or swapped letter per word; exact for words too
 * short or too long. Undefined if every word is exact.
 */
export function fuzzyPatterns(words: readonly string[]): string[] | undefined {
  const patterns = words.map(withOneTypo);
  return patterns.some((pattern) => pattern !== undefined)
    ? patterns.map((pattern, index) => pattern ?? escapeRegex(words[index] ?? ''))
    : undefined;
}

function withOneTypo(word: string): string | undefined {
  const letters = [...word].map(escapeRegex);
  const cut = (from: number, to?: number) => letters.slice(from, to).join('');
  const withMissing = letters.map((_, index) => `${cut(0, index)}.?${cut(index)}`).slice(1);
  if (letters.length === MISSING_LETTER_LENGTH) return `(${withMissing.join('|')})`;
  if (letters.length < TYPO_LENGTHS.shortest || letters.length > TYPO_LENGTHS.longest)
    return undefined;
  const patterns = letters.flatMap((letter, index) => [
    // A substituted or extra letter.
    `${cut(0, index)}.?${cut(index + 1)}`,
    ...(index === 0 ? [] : [`${cut(0, index - 1)}${letter}${letters[index - 1]}${cut(index + 1)}`]),
  ]);
  const pattern = `(${[...new Set([...patterns, ...withMissing])].join('|')})`;
  return pattern.length > PATTERN_LENGTH ? undefined : pattern;
}

export const escapeRegex = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
