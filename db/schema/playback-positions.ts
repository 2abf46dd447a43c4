import type { Generated } from 'kysely';
import type { GeneratedTimestamp } from './column-types.ts';

export interface PlaybackPositionsTable {
  user_id: string;
  content_id: number;
  position_seconds: number;
  /** It was sent as sound began, and not as it stopped. */
  is_playing: Generated<boolean>;
  updated_at: GeneratedTimestamp;
}
