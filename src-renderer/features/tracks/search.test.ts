import { expect, test } from 'vitest';
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
  buildTrack(7, { title: 'Mother’s Blessing Meditation', category: 'POSTBIRTH' }),
  buildTrack(5, { title: 'Labor Preparation Prayer', category: 'BIRTHING' }),
  buildTrack(11, { title: 'תהילים של בוקר' }),
];
const idsOf = (words: string) => searchTracks(library, words, 'ALL').found.map(({ id }) => id);

test.each([
  ['a part of a word', 'eparati', [5]],
  ['a word of the description in any case', 'PSALM', [1]],
  ['a typed apostrophe for a printed one', "mother's", [7]],
  ['an apostrophe in the wrong place', "mothers' blessing", [7]],
  ['accents', 'prépárátion', [5]],
  ['words in another order, in any script', 'בוקר תהילים', [11]],
  ['blanks alone', '  ', [1, 7, 5, 11]],
])('[M1] [M2] a search accepts %s', (_what, words, ids) => {
  expect(idsOf(words)).toEqual(ids);
});

test.each(['prayer nothing', '(.*)+', '-!'])('[M1] a search for %j finds nothing', (words) => {
  expect(idsOf(words)).toEqual([]);
});

test('[M2] a search stays within the category, and counts the other matches', () => {
  const search = (words: string, category: 'POSTBIRTH' | 'BIRTHING') =>
    searchTracks(library, words, category);
  expect(search('medtiation', 'POSTBIRTH')).toMatchObject({ found: [{ id: 7 }], hiddenCount: 1 });
  expect(search('', 'BIRTHING').found).toMatchObject([{ id: 5 }]);
  expect(search('psalm', 'BIRTHING').found).toEqual([]);
});
