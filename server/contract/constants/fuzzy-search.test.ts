import { expect, test } from 'vitest';
import { fuzzyPatterns, PATTERN_LENGTH, wordsOf } from './fuzzy-search.ts';

const isFound = (search: string, text: string) => {
  const patterns = fuzzyPatterns(wordsOf(search)) ?? [];
  return patterns.length > 0 && patterns.every((pattern) => new RegExp(pattern, 'i').test(text));
};

test.each([
  ['a wrong letter', 'pslams', 'Pregnancy Psalms'],
  ['a missing letter', 'Pregnncy', 'Pregnancy Psalms'],
  ['a letter too many', 'pregnnancy', 'Pregnancy Psalms'],
  ['another letter', 'pregmancy', 'Pregnancy Psalms'],
  ['a wrong first letter', 'bregnancy', 'Pregnancy Psalms'],
  ['a missing letter in a word of four', 'slep', 'Peaceful Sleep Scripture'],
  ['an error beside a correct word of four', 'rest pslams', 'Psalms of rest'],
  ['an error in each of two words', 'pregmancy pslams', 'Pregnancy Psalms'],
])('[D2] a search tolerates %s', (_what, search, text) => {
  expect(isFound(search, text)).toBe(true);
});

test.each([
  ['two errors in a word', 'bregmancy', 'Pregnancy Psalms'],
  ['an error in a word of four letters', 'rset', 'Rest'],
  ['a missing letter in a word of three', 'slp', 'Sleep'],
  ['a word without a match', 'pregmancy hymn', 'Pregnancy Psalms'],
  ['pattern characters', 'a.*b.*', 'abundance'],
])('[D2] a search does not tolerate %s', (_what, search, text) => {
  expect(isFound(search, text)).toBe(false);
});

test.each(['mary.magdala@ab.cd', 'thessalonicherbrief', '-'.repeat(20)])(
  '[D2] the pattern of %s is not longer than a query accepts',
  (search) => {
    const patterns = fuzzyPatterns([search, 'psalms']) ?? [];
    expect(patterns).toHaveLength(2);
    for (const { length } of patterns) expect(length).toBeLessThanOrEqual(PATTERN_LENGTH);
  },
);
