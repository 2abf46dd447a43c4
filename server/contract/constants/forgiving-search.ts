/** Shorter words match too much; longer ones make long patterns. */
const FORGIVEN = { shortest: 5, longest: 20 } as const;
const MOST_WORDS = 8;

export const wordsOf = (search: string): string[] =>
  search
    .replaceAll('\u0000', '')
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, MOST_WORDS);

/** `%word%` for LIKE, escaped. */
export const likePattern = (word: string): string => `%${word.replace(/[\\%_]/g, '\\$&')}%`;

/** Reads what has the words; if that is nothing, what has them with one typo each, by `patterns`. */
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
  const isForgiven = (word: string) => {
    const { length } = [...word];
    return length >= FORGIVEN.shortest && length <= FORGIVEN.longest;
  };
  return words.some(isForgiven)
    ? words.map((word) => (isForgiven(word) ? withOneTypo(word) : escapeRegex(word)))
    : undefined;
}

function withOneTypo(word: string): string {
  const letters = [...word].map(escapeRegex);
  const cut = (from: number, to?: number) => letters.slice(from, to).join('');
  const patterns = letters.flatMap((letter, at) => [
    // A substituted or extra letter.
    `${cut(0, at)}.?${cut(at + 1)}`,
    ...(at === 0 ? [] : [`${cut(0, at)}.${cut(at)}`]),
    ...(at === 0 ? [] : [`${cut(0, at - 1)}${letter}${letters[at - 1]}${cut(at + 1)}`]),
  ]);
  return `(${[...new Set(patterns)].join('|')})`;
}

const escapeRegex = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
