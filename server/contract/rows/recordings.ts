import type { AudioContent } from './audio-content.ts';
import { column, defineTable, type RowOf } from './define-table.ts';

/**
 * The states waiting, measuring, measured and levelling are not final; measured lasts until a track uses the recording.
 */
const RECORDING_STATES = [
  'waiting',
  'measuring',
  'measured',
  'levelling',
  'levelled',
  /** Already at the target loudness; no copy is made. */
  'fits',
  /** Too quiet to measure. */
  'silent',
  'no_ffmpeg',
  'failed',
] as const;

/** Uploaded recordings, their measurements and levelled copies. */
export const recordings = defineTable('recordings', {
  area: 'content',
  primaryKey: ['path'],
  pagesMay: 'read',
  isLogged: true,
  columns: {
    /** Address of the original, `/storage/v1/object/public/audio/…`. */
    path: column.text({ max: 500 }),
    state: column.oneOf(RECORDING_STATES, { default: 'waiting' }),
    bytes: column.integer(),
    /** ffmpeg's name: `mp3`, `aac`, `pcm_s16le`. */
    codec: column.text({ nullable: true, max: 100 }),
    /** Bits per second. */
    bitrate: column.integer({ nullable: true }),
    seconds: column.real({ nullable: true }),
    /** Integrated loudness (EBU R 128), and the true peak in dBTP. */
    loudness_lufs: column.real({ nullable: true }),
    true_peak_db: column.real({ nullable: true }),
    /** The target loudness of the levelled copy, or of an original that already has it. */
    target_lufs: column.real({ nullable: true }),
    levelled_path: column.text({ nullable: true, max: 500 }),
    levelled_lufs: column.real({ nullable: true }),
    levelled_peak_db: column.real({ nullable: true }),
    /** Reason of the failure, for display. */
    failure: column.text({ nullable: true, max: 5_000 }),
    /** Stopped by the owner until requested again. */
    is_stopped: column.boolean({ default: false }),
    /** Progress of the current step, 0 to 1. */
    progress: column.real({ nullable: true }),
    /** Waveform, each value 0 to 100 of the peak. */
    peaks: column.nullableJson<number[]>({ max: 2_000 }),
    /** Chosen bitrate of the copy; null for the default of the kind of track. */
    wanted_kbits: column.integer({ nullable: true }),
    levelled_bytes: column.integer({ nullable: true }),
    levelled_kbits: column.integer({ nullable: true }),
    created_at: column.now(),
    updated_at: column.now(),
  },
});
export type Recording = RowOf<typeof recordings>;

/** Selectable bitrates in kbit/s; mono up to `MONO_KBITS`. */
export const LISTENING_KBITS = [48, 64, 96, 128, 192] as const;
export const MONO_KBITS = 64;
/** Speech is mono, music stereo. */
export const defaultKbits = (kind: AudioContent['kind']): number => (kind === 'music' ? 128 : 64);

/** Limit of levelled recordings. */
export const MAX_TRUE_PEAK_DB = -1;

/** Integrated loudness of every levelled recording, in LUFS: what podcast and music players expect of stereo sound. */
export const TARGET_LUFS = -16;
