import { z } from 'zod';
import { idSchema } from '#contract/rows/columns.ts';

/** Gap between neighbouring positions; it can be halved ten times. */
export const POSITION_STEP = 1024;

const MESSAGE = 'Name the track before or after which to place this one';

/** Moves a track directly before or after another one in the owner's order. */
export const trackMoveSchema = z.union(
  [z.strictObject({ before: idSchema }), z.strictObject({ after: idSchema })],
  MESSAGE,
);
export type TrackMove = z.infer<typeof trackMoveSchema>;

export const movedTrackSchema = z.object({
  id: idSchema,
  position: z.int(),
  /** False if it was already there. */
  isMoved: z.boolean(),
  /** The move that undoes this one; null for the only track. */
  undo: trackMoveSchema.nullable(),
});
export type MovedTrack = z.infer<typeof movedTrackSchema>;
