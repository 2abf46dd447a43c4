import type { PlaybackPosition } from '#contract/rows/playback-positions.ts';
import { column, defineTable } from '#server/tables/table-definition.ts';
import { playbackPositionsPolicy } from './playback-positions.policy.ts';

export const playbackPositionsTable = defineTable<PlaybackPosition>({
  name: 'playback_positions',
  policy: playbackPositionsPolicy,
  primaryKey: ['user_id', 'content_id'],
  foreignKeys: [
    {
      constraint: 'playback_positions_user_id_fkey',
      column: 'user_id',
      references: { table: 'users', column: 'id' },
    },
    {
      constraint: 'playback_positions_content_id_fkey',
      column: 'content_id',
      references: { table: 'audio_content', column: 'id' },
    },
  ],
  touchedColumn: 'updated_at',
  isLogged: true,
  isAnnounced: true,
  columns: {
    user_id: column.uuid(),
    content_id: column.integer(),
    position_seconds: column.real(),
    updated_at: column.now(),
    is_playing: column.boolean({ default: false }),
  },
});
