import { describe, expect, test } from 'vitest';
import type { Track } from '#renderer/data/audio-content.ts';
import { searchTracks } from './search.ts';

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
const idsOf = (words: string, category: Parameters<typeof searchTracks>[2] = 'ALL') =>
  searchTracks(library, words, category).found.map(({ id }) => id);

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
  test('finds all the words in any order', () => {
    expect(idsOf('meditation morning')).toEqual([1]);
    expect(idsOf('prayer labor')).toEqual([5]);
    expect(idsOf('prayer nothing')).toEqual([]);
  });

  test('ignores apostrophes', () => {
    expect(idsOf('mothers blessing')).toEqual([7]);
    expect(idsOf("mothers' blessing")).toEqual([7]);
  });

  test('stays within the category', () => {
    expect(idsOf('medtiation', 'POSTBIRTH')).toEqual([7]);
    expect(searchTracks(library, 'medtiation', 'POSTBIRTH').hiddenCount).toBe(1);
  });

  test('works in other scripts, and matches pattern characters literally', () => {
    const hebrew = [buildTrack(11, { title: 'תהילים של בוקר' })];
    expect(searchTracks(hebrew, 'בוקר תהילים', 'ALL').found).toHaveLength(1);
    expect(idsOf('(.*)+')).toEqual([]);
    expect(idsOf('-!')).toEqual([]);
  });
});
