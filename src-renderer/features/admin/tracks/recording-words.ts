import type { Recording } from '#contract/rows/recordings.ts';

/** What is said of a recording's loudness; `isLevelledUsed` when the track plays the copy. */
export function describeLoudness(recording: Recording, isLevelledUsed: boolean): string {
  const { state, loudness_lufs: original, levelled_lufs: copy, failure } = recording;
  const was = `${signed(original)} LUFS`;
  switch (state) {
    case 'waiting':
      return 'Waits to be measured.';
    case 'measuring':
      return 'Its loudness is being measured…';
    case 'measured':
      return `${was}, peak ${signed(recording.true_peak_db)} dB. Levelled as soon as a track has it.`;
    case 'levelling':
      return `${was}; a levelled copy is being made…`;
    case 'levelled':
      return isLevelledUsed
        ? `Levelled: ${signed(original)} → ${signed(copy)} LUFS, peak ${signed(recording.levelled_peak_db)} dB.`
        : `The original, ${was}. There is a levelled copy of ${signed(copy)} LUFS.`;
    case 'fits':
      return `${was}, peak ${signed(recording.true_peak_db)} dB: as loud as it should be.`;
    case 'silent':
      return 'Too quiet to be measured. Listen to it before you publish it.';
    case 'no_ffmpeg':
      return 'ffmpeg is not installed on the server: the recording is used as it is, not measured and not levelled.';
    case 'failed':
      return `It could not be levelled and is used as it is. ${failure ?? ''}`.trim();
  }
}

/** 'mp3, 128 kbit/s, 1.4 MB' */
export function describeFormat({ codec, bitrate, bytes }: Recording): string {
  const rate = bitrate === null ? undefined : `${Math.round(bitrate / 1000)} kbit/s`;
  const name = codec?.startsWith('pcm_') ? 'wav' : codec;
  return [name, rate, `${(bytes / 1e6).toFixed(1)} MB`].filter(Boolean).join(', ');
}

const signed = (value: number | null) => (value ?? 0).toFixed(1).replace('-', '−');
