import { expect, test } from 'vitest';
import type { Recording } from '#contract/rows/recordings.ts';
import { describeLoudness } from './recording-messages.ts';

/** The columns that the messages read. */
const recording = {
  path: '/storage/v1/object/public/audio/a.mp3',
  state: 'levelled',
  loudness_lufs: -23.1,
  true_peak_db: -3.2,
  target_lufs: -16,
  levelled_path: '/storage/v1/object/public/audio/a-levelled.mp3',
  levelled_lufs: -16,
  levelled_peak_db: -1.6,
  is_stopped: false,
  progress: null,
} as Recording;

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

test('[D2] a running step shows its progress, and whether it was stopped', () => {
  const text = (part: Partial<Recording>) => describeLoudness({ ...recording, ...part }, false);
  expect(text({ state: 'measuring', progress: 0.4 })).toMatch(/measured, 40 %$/);
  expect(text({ state: 'levelling', progress: 0.2 })).toMatch(/being made, 20 %$/);
  expect(text({ state: 'levelling', is_stopped: true })).toMatch(/^You stopped this/);
});
