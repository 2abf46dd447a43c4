import { z } from 'zod';
import type { AudioContent } from './audio-content.ts';
import { timestampSchema } from './columns.ts';

/** On the way: waiting, measuring, measured (until a track has it), levelling. The others are ends. */
const RECORDING_STATES = [
  'waiting',
  'measuring',
  'measured',
  'levelling',
  'levelled',
  /** Loud as it should be already, so there is no copy. */
  'fits',
  /** Too quiet to have a loudness. */
  'silent',
  'no_ffmpeg',
  'failed',
] as const;

/** An uploaded recording, with what was measured in it and the levelled copy that was made of it. */
export const recordingSchema = z.object({
  /** Address of the original, `/storage/v1/object/public/audio/…`. */
  path: z.string(),
  state: z.enum(RECORDING_STATES),
  bytes: z.number().int(),
  /** As ffmpeg names it: `mp3`, `aac`, `pcm_s16le`. */
  codec: z.string().nullable(),
  /** Bits a second. */
  bitrate: z.number().int().nullable(),
  seconds: z.number().nullable(),
  /** Integrated loudness (EBU R 128), and the true peak in dBTP. */
  loudness_lufs: z.number().nullable(),
  true_peak_db: z.number().nullable(),
  /** What it was levelled to, or found to fit. */
  target_lufs: z.number().nullable(),
  levelled_path: z.string().nullable(),
  levelled_lufs: z.number().nullable(),
  levelled_peak_db: z.number().nullable(),
  /** Why it failed, for a person. */
  failure: z.string().nullable(),
  created_at: timestampSchema,
  updated_at: timestampSchema,
});
export type Recording = z.infer<typeof recordingSchema>;

/** No levelled recording goes above this. */
export const MAX_TRUE_PEAK_DB = -1;

/** Integrated loudness of a kind of track: speech is calmer than music. */
export function targetLoudness(kind: AudioContent['kind']): number {
  return kind === 'music' ? -16 : -18;
}
