/** Shorter words match too much; longer ones make long patterns. */
const FORGIVEN = { shortest: 5, longest: 20 } as const;
/** A word of this length may only miss a letter: `slep`. */
const MAY_MISS_A_LETTER = 4;
const MOST_WORDS = 8;

export const wordsOf = (search: string): string[] =>
  search
    .replaceAll('\u0000', '')
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, MOST_WORDS);

/** `%word%` for LIKE, escaped. */
export const likePattern = (word: string): string => `%${word.replace(/[\\%_]/g, '\\$&')}%`;

/** Searches for the exact words; if nothing matches, searches again by `patterns`, which allow one typo per word. */
export async function withTypos<Found>(
  words: readonly string[],
  isEmpty: (found: Found) => boolean,
  read: (patterns?: readonly string[]) => Promise<Found>,
): Promise<Found> {
  const exact = await read();
  const patterns = isEmpty(exact) ? forgivingPatterns(words) : undefined;
  return patterns ? read(patterns) : exact;
}

/**
 * A regular expression that allows one wrong, missing, extra or swapped letter per word; exact for words too
 * short or too long. Undefined if every word is exact.
 */
export function forgivingPatterns(words: readonly string[]): string[] | undefined {
  const patterns = words.map(withOneTypo);
  return patterns.some((pattern) => pattern !== undefined)
    ? patterns.map((pattern, at) => pattern ?? escapeRegex(words[at] ?? ''))
    : undefined;
}

function withOneTypo(word: string): string | undefined {
  const letters = [...word].map(escapeRegex);
  const cut = (from: number, to?: number) => letters.slice(from, to).join('');
  const withMissing = letters.map((_, at) => `${cut(0, at)}.?${cut(at)}`).slice(1);
  if (letters.length === MAY_MISS_A_LETTER) return `(${withMissing.join('|')})`;
  if (letters.length < FORGIVEN.shortest || letters.length > FORGIVEN.longest) return undefined;
  const patterns = letters.flatMap((letter, at) => [
    // A substituted or extra letter.
    `${cut(0, at)}.?${cut(at + 1)}`,
    ...(at === 0 ? [] : [`${cut(0, at - 1)}${letter}${letters[at - 1]}${cut(at + 1)}`]),
  ]);
  return `(${[...new Set([...patterns, ...withMissing])].join('|')})`;
}

const escapeRegex = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
