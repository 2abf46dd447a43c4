import { expect, test } from 'vitest';
import { countSentences, readTranscript } from './transcript.ts';

test('a transcript consists of paragraphs of numbered sentences, and unspoken references', () => {
  const transcript =
    'Breathe out. Rest now. (Psalm 4:8)\n\nHe asked, “Are you tired?” Rest, he said.\nAmen.\n \n';
  expect(readTranscript(transcript)).toEqual([
    {
      sentences: [
        { text: 'Breathe out.', index: 0 },
        { text: 'Rest now.', index: 1 },
      ],
      reference: '(Psalm 4:8)',
    },
    {
      sentences: [
        { text: 'He asked, “Are you tired?”', index: 2 },
        { text: 'Rest, he said.', index: 3 },
        { text: 'Amen.', index: 4 },
      ],
      reference: null,
    },
  ]);
});

test.each([
  ['', 0],
  [' \n\n ', 0],
  ['no full stop', 1],
  ['(all in brackets)', 0],
  ['3.5 minutes are one sentence.', 1],
])('%j has %i sentences', (transcript, count) => {
  expect(countSentences(transcript)).toBe(count);
});
