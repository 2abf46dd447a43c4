import { column, defineTable, type RowOf } from './define-table.ts';

export const playbackPositions = defineTable('playback_positions', {
  area: 'people',
  primaryKey: ['user_id', 'content_id'],
  references: { user_id: 'users', content_id: 'audio_content' },
  updatedAtColumn: 'updated_at',
  isLogged: true,
  isAnnounced: true,
  columns: {
    user_id: column.uuid(),
    content_id: column.integer(),
    position_seconds: column.real(),
    updated_at: column.now(),
    /** True if playback has just started, false if it stopped or the position was moved while paused. */
    is_playing: column.boolean({ default: false }),
  },
});
export type PlaybackPosition = RowOf<typeof playbackPositions>;
