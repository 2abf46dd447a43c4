import type { GeneratedTimestamp } from './column-types.ts';

export interface FavoritesTable {
  user_id: string;
  content_id: number;
  created_at: GeneratedTimestamp;
}
