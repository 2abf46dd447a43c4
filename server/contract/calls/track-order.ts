import { z } from 'zod';
import { idSchema } from '../rows/columns.ts';

/** Between the places of two tracks that were put one after the other: room for ten halvings. */
export const POSITION_STEP = 1024;

const WORDS = 'Name the track it is to stand before, or the one it is to stand after';

/** Where a track is to stand in the owner's order: right before another one, or right after it. */
export const trackMoveSchema = z.union(
  [z.strictObject({ before: idSchema }), z.strictObject({ after: idSchema })],
  WORDS,
);
export type TrackMove = z.infer<typeof trackMoveSchema>;

export const movedTrackSchema = z.object({
  id: idSchema,
  position: z.int(),
  /** False when it stood there already. */
  isMoved: z.boolean(),
  /** What brings it back to where it was; null for the only track there is. */
  undo: trackMoveSchema.nullable(),
});
export type MovedTrack = z.infer<typeof movedTrackSchema>;
