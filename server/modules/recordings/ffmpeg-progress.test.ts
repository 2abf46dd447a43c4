import { expect, test } from 'vitest';
import { readProgress } from './ffmpeg.ts';

const SAID = `Input #0, wav, from 'file:/tmp/long.wav':
  Duration: 00:10:00.00, bitrate: 768 kb/s
out_time_us=150000000
progress=continue
out_time_us=N/A
out_time_us=300000000
progress=continue
out_time_us=600500000
progress=end
`;

test.each([7, 1_000])('progress is read from output in chunks of %i characters', (length) => {
  const reported: number[] = [];
  const listen = readProgress((share) => reported.push(share));
  for (let at = 0; at < SAID.length; at += length) listen(SAID.slice(at, at + length));
  expect([...new Set(reported)]).toEqual(length === 1_000 ? [1] : [0.25, 0.5, 1]);
});
