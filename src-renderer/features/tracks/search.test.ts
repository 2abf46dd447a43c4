import { describe, expect, test } from 'vitest';
import type { Track } from '#renderer/data/audio-content.ts';
import { findTracks } from './search.ts';
import { findFuzzy } from './search-fuzzy.ts';

const buildTrack = (id: number, fields: Partial<Track>) => ({
  id,
  title: 'Morning Prayer & Meditation',
  description: null,
  category: 'PREGNANCY' as const,
  ...fields,
});
const library = [
  buildTrack(1, { description: 'Wake slowly. A psalm, a long breath.' }),
  buildTrack(4, { title: 'Pregnancy Psalms' }),
  buildTrack(7, { title: 'Mother’s Blessing Meditation', category: 'POSTBIRTH' }),
  buildTrack(5, { title: 'Labor Preparation Prayer', category: 'BIRTHING' }),
];
const idsOf = (words: string, category: Parameters<typeof findTracks>[2] = 'ALL') =>
  findTracks(library, words, category).map(({ id }) => id);

describe('searching the library', () => {
  test('[M1] finds a part of the title or the description, in any case', () => {
    expect(idsOf('PSALM')).toEqual([1, 4]);
    expect(idsOf('eparati')).toEqual([5]);
    expect(idsOf('nothing like this')).toEqual([]);
  });

  test('[M1] treats a typed apostrophe like a printed one, and ignores accents', () => {
    expect(idsOf("mother's")).toEqual([7]);
    expect(idsOf('préparation')).toEqual([5]);
  });

  test('[M2] returns everything while the category is ALL and the input is empty', () => {
    expect(idsOf('  ')).toEqual([1, 4, 7, 5]);
  });

  test('[M2] combines the category with the words', () => {
    expect(idsOf('', 'PREGNANCY')).toEqual([1, 4]);
    expect(idsOf('prayer', 'BIRTHING')).toEqual([5]);
    expect(idsOf('psalm', 'BIRTHING')).toEqual([]);
  });
});

describe('searching when no part of a text matches', () => {
  const fuzzy = (words: string, category: Parameters<typeof findTracks>[2] = 'ALL') =>
    findFuzzy(library, words, category).map(({ id }) => id);

  test('finds all the words in any order', () => {
    expect(fuzzy('meditation morning')).toEqual([1]);
    expect(fuzzy('prayer labor')).toEqual([5]);
    expect(fuzzy('prayer nothing')).toEqual([]);
  });

  test('ignores apostrophes', () => {
    expect(fuzzy('mothers blessing')).toEqual([7]);
    expect(fuzzy("mothers' blessing")).toEqual([7]);
  });

  test('stays within the category', () => {
    expect(fuzzy('medtiation', 'POSTBIRTH')).toEqual([7]);
  });

  test('works in other scripts, and matches pattern characters literally', () => {
    const hebrew = [buildTrack(11, { title: 'תהילים של בוקר' })];
    expect(findFuzzy(hebrew, 'בוקר תהילים', 'ALL')).toHaveLength(1);
    expect(fuzzy('(.*)+')).toEqual([]);
    expect(fuzzy('-!')).toEqual([]);
  });
});
