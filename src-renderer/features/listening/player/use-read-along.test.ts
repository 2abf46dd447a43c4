import { expect, test } from 'vitest';
import { findSentenceIndex } from './use-read-along.ts';

const timings = [{ start: 10, end: 13 }, { start: 16, end: 20 }, { start: 60 }];

test.each([
  ['before the first word', 9.9, undefined],
  ['at the beginning of the first sentence', 10, 0],
  ['in the pause after the first sentence', 15.9, 0],
  ['at the beginning of the second sentence', 16, 1],
  ['shortly after the second sentence', 23.9, 1],
  ['in the music between two sentences', 24.1, undefined],
  ['at any time after the beginning of a last sentence without an end', 4000, 2],
])('%s', (_, position, sentence) => {
  expect(findSentenceIndex(timings, position)).toBe(sentence);
});
