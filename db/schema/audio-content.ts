import type { Generated } from 'kysely';
import type {
  GeneratedTimestamp,
  Identity,
  OptionalJsonColumn,
  Timestamp,
} from './column-types.ts';

export interface AudioContentTable {
  id: Identity;
  title: string;
  description: string | null;
  category: 'PREGNANCY' | 'BIRTHING' | 'POSTBIRTH';
  /** Whole seconds. */
  duration: number;
  /** `/storage/v1/object/public/audio/…`; empty while there is no recording, and then it is not enabled. */
  audio_url: string;
  enabled: Generated<boolean>;
  image_url: string | null;
  kind: Generated<'meditation' | 'music' | 'affirmation' | 'scripture'>;
  is_premium: Generated<boolean>;
  featured: Generated<boolean>;
  position: Generated<number>;
  transcript: string | null;
  /** When each sentence of the transcript is said, in seconds, in their order. */
  transcript_timings: OptionalJsonColumn<{ start: number; end?: number | undefined }[]>;
  /** Where its parts begin, in seconds, and what they are called. */
  chapters: OptionalJsonColumn<{ start: number; title: string }[]>;
  loudness_lufs: number | null;
  /** The cover's ground colour as `#rrggbb`, shown until the picture has loaded. */
  ground: string | null;
  /** The place in the cover that stays in sight, as in `50% 40%`; null for the page's own choice. */
  focus: string | null;
  credits: string | null;
  /** When it is to be switched on, and off; each is emptied when that has been done. */
  publish_at: Timestamp | null;
  unpublish_at: Timestamp | null;
  created_at: GeneratedTimestamp;
  updated_at: GeneratedTimestamp;
}
