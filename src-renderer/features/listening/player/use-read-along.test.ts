import { expect, test } from 'vitest';
import { findSentenceIndex } from './use-read-along.ts';

const timings = [{ start: 10, end: 13 }, { start: 16, end: 20 }, { start: 60 }];

test.each([
  ['before the first word', 9.9, undefined],
  ['with the first word', 10, 0],
  ['in the pause after it', 15.9, 0],
  ['as the next one begins', 16, 1],
  ['a little after the passage', 23.9, 1],
  ['in the music', 24.1, undefined],
  ['in one without an end, to the end', 4000, 2],
])('%s', (_, position, sentence) => {
  expect(findSentenceIndex(timings, position)).toBe(sentence);
});
