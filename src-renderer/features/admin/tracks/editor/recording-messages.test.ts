import { expect, test } from 'vitest';
import type { Recording } from '#contract/rows/recordings.ts';
import { describeFormat, describeLoudness } from './recording-messages.ts';

const recording: Recording = {
  path: '/storage/v1/object/public/audio/a.mp3',
  state: 'levelled',
  bytes: 1_440_000,
  codec: 'mp3',
  bitrate: 128_000,
  seconds: 90,
  loudness_lufs: -23.1,
  true_peak_db: -3.2,
  target_lufs: -16,
  levelled_path: '/storage/v1/object/public/audio/a-levelled.mp3',
  levelled_lufs: -16,
  levelled_peak_db: -1.6,
  failure: null,
  is_stopped: false,
  progress: null,
  peaks: null,
  wanted_kbits: null,
  levelled_bytes: null,
  levelled_kbits: null,
  created_at: '2026-01-01T00:00:00.000+00:00',
  updated_at: '2026-01-01T00:00:00.000+00:00',
};

test.each([
  ['levelled', true, 'Levelled: −23.1 → −16.0 LUFS, peak −1.6 dB.'],
  ['levelled', false, 'The original, −23.1 LUFS. There is a levelled copy of −16.0 LUFS.'],
  ['fits', false, '−23.1 LUFS, peak −3.2 dB: as loud as it should be.'],
  ['no_ffmpeg', false, /^ffmpeg is not installed on the server: listeners hear the original/],
] as const)(
  '[D2] a recording that is %s (copy used: %s) shows its state',
  (state, isUsed, text) => {
    expect(describeLoudness({ ...recording, state }, isUsed)).toMatch(text);
  },
);

test('[D2] without ffmpeg, a file that some phones cannot play is marked', () => {
  const path = '/storage/v1/object/public/audio/a.flac';
  const text = (part: Partial<Recording>) =>
    describeLoudness({ ...recording, state: 'no_ffmpeg', ...part }, false);
  expect(text({ path })).toMatch(
    /Not every phone plays this kind of file: upload it as MP3 or M4A/,
  );
  expect(text({})).not.toMatch(/Not every phone/);
});

test('[D2] a running step shows its progress, and whether it was stopped', () => {
  const text = (part: Partial<Recording>) => describeLoudness({ ...recording, ...part }, false);
  expect(text({ state: 'measuring', progress: 0.4 })).toMatch(/measured, 40 %$/);
  expect(text({ state: 'levelling', progress: 0.2 })).toMatch(/being made, 20 %$/);
  expect(text({ state: 'levelling', is_stopped: true })).toMatch(/^You stopped this/);
});

test('[D2] the format shows codec, bit rate and size, and those of the copy for listening', () => {
  expect(describeFormat(recording)).toBe('mp3, 128 kbit/s, 1.4 MB');
  expect(describeFormat({ ...recording, codec: null, bitrate: null })).toBe('1.4 MB');
  const copy = { levelled_bytes: 720_000, levelled_kbits: 64 };
  expect(describeFormat({ ...recording, ...copy })).toBe(
    'mp3, 128 kbit/s, 1.4 MB; for listening 64 kbit/s, 720 KB',
  );
});
