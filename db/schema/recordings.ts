import type { Generated } from 'kysely';
import type { GeneratedTimestamp, OptionalJsonColumn } from './column-types.ts';

export interface RecordingsTable {
  /** `/storage/v1/object/public/audio/…` */
  path: string;
  state: Generated<
    | 'waiting'
    | 'measuring'
    | 'measured'
    | 'levelling'
    | 'levelled'
    | 'fits'
    | 'silent'
    | 'no_ffmpeg'
    | 'failed'
  >;
  bytes: number;
  codec: string | null;
  bitrate: number | null;
  seconds: number | null;
  loudness_lufs: number | null;
  true_peak_db: number | null;
  target_lufs: number | null;
  levelled_path: string | null;
  levelled_lufs: number | null;
  levelled_peak_db: number | null;
  failure: string | null;
  is_stopped: Generated<boolean>;
  progress: number | null;
  peaks: OptionalJsonColumn<number[]>;
  wanted_kbits: number | null;
  levelled_bytes: number | null;
  levelled_kbits: number | null;
  created_at: GeneratedTimestamp;
  updated_at: GeneratedTimestamp;
}
