import { expect, test } from 'vitest';
import { findSentenceIndex } from './use-read-along.ts';

const timings = [{ start: 10, end: 13 }, { start: 16, end: 20 }, { start: 60 }];

test.each([
  ['before the first word', undefined, 9.9],
  ['at the beginning of the first sentence', 0, 10],
  ['in the pause after the first sentence', 0, 15.9],
  ['at the beginning of the second sentence', 1, 16],
  ['shortly after the second sentence', 1, 23.9],
  ['in the music between two sentences', undefined, 24.1],
  ['at any time after the beginning of a last sentence without an end', 2, 4000],
])('%s, the index of the sentence is %s', (_, index, position) => {
  expect(findSentenceIndex(timings, position)).toBe(index);
});
