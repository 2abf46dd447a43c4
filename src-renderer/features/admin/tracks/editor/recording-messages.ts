import type { Recording } from '#contract/rows/recordings.ts';
import { formatBytes } from '#renderer/features/admin/shared/format.ts';

/** Describes a recording's loudness. `isLevelledUsed`: the track uses the normalised copy. */
export function describeLoudness(recording: Recording, isLevelledUsed: boolean): string {
  const { state, loudness_lufs: original, levelled_lufs: copy, failure } = recording;
  if (recording.is_stopped) return 'You stopped this, so listeners hear the original.';
  const progress =
    recording.progress === null ? '…' : `, ${Math.round(recording.progress * 100)} %`;
  const originalText = `${signed(original)} LUFS`;
  switch (state) {
    case 'waiting':
      return 'Waiting to be measured.';
    case 'measuring':
      return `Its loudness is being measured${progress}`;
    case 'measured':
      return `${originalText}, peak ${signed(recording.true_peak_db)} dB. It is levelled as soon as a track uses it.`;
    case 'levelling':
      return `${originalText}; a levelled copy is being made${progress}`;
    case 'levelled':
      return isLevelledUsed
        ? `Levelled: ${signed(original)} → ${signed(copy)} LUFS, peak ${signed(recording.levelled_peak_db)} dB.`
        : `The original, ${originalText}. There is a levelled copy of ${signed(copy)} LUFS.`;
    case 'fits':
      return `${originalText}, peak ${signed(recording.true_peak_db)} dB: as loud as it should be.`;
    case 'silent':
      return 'Too quiet to be measured. Listen to it before you publish it.';
    case 'no_ffmpeg':
      return `ffmpeg is not installed on the server: listeners hear the original, not measured and not levelled.${
        isPlayedEverywhere(recording)
          ? ''
          : ' Not every phone plays this kind of file: upload it as MP3 or M4A.'
      }`;
    case 'failed':
      return `It could not be levelled, so listeners hear the original. ${failure ?? ''}`.trim();
  }
}

/** Judges by the extension, because without ffmpeg the server cannot read the file. */
const isPlayedEverywhere = ({ path }: Recording) => /\.(mp3|m4a|wav)$/.test(path);

/** 'mp3, 128 kbit/s, 1.4 MB' */
export function describeFormat(recording: Recording): string {
  const { codec, bitrate, bytes, levelled_bytes: copy, levelled_kbits: kbits } = recording;
  const rate = bitrate === null ? undefined : `${Math.round(bitrate / 1000)} kbit/s`;
  // PCM codecs are named after the encoding; show the file type instead.
  const name = codec?.startsWith('pcm_') ? recording.path.split('.').at(-1) : codec;
  const original = [name, rate, formatBytes(bytes)].filter(Boolean).join(', ');
  return copy === null
    ? original
    : `${original}; for listening ${kbits} kbit/s, ${formatBytes(copy)}`;
}

export const isProcessing = ({ state, is_stopped: isStopped }: Recording): boolean =>
  !isStopped && ['waiting', 'measuring', 'levelling'].includes(state);

const signed = (value: number | null) => (value ?? 0).toFixed(1).replace('-', '−');
