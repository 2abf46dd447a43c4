import { expect, test } from 'vitest';
import { addChapter, findChapterIndex } from './chapters.ts';

const chapters = [
  { start: 5, title: 'Arriving' },
  { start: 60.5, title: 'Psalm 23' },
];

test.each([
  [0, undefined],
  [5, 0],
  [60.4, 0],
  [60.5, 1],
  [9_999, 1],
])('second %d belongs to chapter %s', (position, index) => {
  expect(findChapterIndex(chapters, position)).toBe(index);
});

test('a new chapter is sorted by its start, and no two chapters start at the same second', () => {
  const between = { start: 30, title: 'Breathing' };
  expect(addChapter(chapters, between)).toEqual([chapters[0], between, chapters[1]]);
  expect(addChapter(chapters, { start: 5, title: 'Again' })).toEqual(chapters);
});
