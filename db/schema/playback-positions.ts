import type { GeneratedTimestamp } from './column-types.ts';

export interface PlaybackPositionsTable {
  user_id: string;
  content_id: number;
  position_seconds: number;
  updated_at: GeneratedTimestamp;
}
