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
  /** The owner said stop: nothing more is done until it is asked for again. */
  is_stopped: z.boolean(),
  /** 0 to 1 of what is being done now. */
  progress: z.number().nullable(),
  /** Its outline from beginning to end, each 0 to 100 of the loudest moment. */
  peaks: z.array(z.number().int()).nullable(),
  /** The bitrate chosen for the copy; null leaves it to the kind of track. */
  wanted_kbits: z.number().int().nullable(),
  /** Of the copy. */
  levelled_bytes: z.number().int().nullable(),
  levelled_kbits: z.number().int().nullable(),
  created_at: timestampSchema,
  updated_at: timestampSchema,
});
export type Recording = z.infer<typeof recordingSchema>;

/** What the owner may choose for listening, in kbit/s; up to `MONO_KBITS` with one channel. */
export const LISTENING_KBITS = [48, 64, 96, 128, 192] as const;
export const MONO_KBITS = 64;
/** Speech is one voice; music has left and right. */
export const defaultKbits = (kind: AudioContent['kind']): number => (kind === 'music' ? 128 : 64);

/** No levelled recording goes above this. */
export const MAX_TRUE_PEAK_DB = -1;

/** Integrated loudness of a kind of track: speech is calmer than music. */
export function targetLoudness(kind: AudioContent['kind']): number {
  return kind === 'music' ? -16 : -18;
}
