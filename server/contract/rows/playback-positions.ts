import { z } from 'zod';
import { idSchema, timestampSchema, userIdSchema } from './columns.ts';

export const playbackPositionSchema = z.object({
  user_id: userIdSchema,
  content_id: idSchema,
  position_seconds: z.number().nonnegative(),
  /** Sent as sound began, and not as it stopped or was moved while it was still. */
  is_playing: z.boolean(),
  updated_at: timestampSchema,
});
export type PlaybackPosition = z.infer<typeof playbackPositionSchema>;

export const playbackPositionUpsertSchema = playbackPositionSchema
  .omit({ updated_at: true })
  .partial({ is_playing: true });
