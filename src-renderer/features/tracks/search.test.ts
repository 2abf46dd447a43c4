import { describe, expect, test } from 'vitest';
import type { Track } from '#renderer/data/audio-content.ts';
import { findTracks } from './search.ts';

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
  test('[M1] looks for a piece of the title or the description, in any case', () => {
    expect(idsOf('PSALM')).toEqual([1, 4]);
    expect(idsOf('eparati')).toEqual([5]);
    expect(idsOf('nothing like this')).toEqual([]);
  });

  test('[M1] takes a typed apostrophe for a printed one, and a letter for one with an accent', () => {
    expect(idsOf("mother's")).toEqual([7]);
    expect(idsOf('préparation')).toEqual([5]);
  });

  test('[M2] passes everything while the category is ALL and nothing is typed', () => {
    expect(idsOf('  ')).toEqual([1, 4, 7, 5]);
  });

  test('[M2] passes what has both the category and the words', () => {
    expect(idsOf('', 'PREGNANCY')).toEqual([1, 4]);
    expect(idsOf('prayer', 'BIRTHING')).toEqual([5]);
    expect(idsOf('psalm', 'BIRTHING')).toEqual([]);
  });
});
