import { z } from 'zod';
import { audioContentSchema } from '#contract/rows/audio-content-schema.ts';
import { idSchema } from '#contract/rows/columns.ts';

/** Maximum tracks of one change. */
export const MAX_CHANGED_TRACKS = 5_000;

/** Columns that can be set for many tracks. */
export const trackValuesSchema = audioContentSchema
  .pick({
    enabled: true,
    publish_at: true,
    unpublish_at: true,
    is_premium: true,
    category: true,
  })
  .partial()
  .strict()
  .refine((values) => Object.keys(values).length > 0, 'Name at least one value to change.');
export type TrackValues = z.infer<typeof trackValuesSchema>;

export const trackChangeSchema = z.strictObject({
  ids: z
    .array(idSchema)
    .min(1)
    .max(
      MAX_CHANGED_TRACKS,
      `One change takes at most ${MAX_CHANGED_TRACKS} tracks. Filter for fewer.`,
    ),
  values: trackValuesSchema,
});
export type TrackChange = z.infer<typeof trackChangeSchema>;

export const changedTracksSchema = z.object({
  /** Id in the audit log, needed to undo the change. */
  id: idSchema,
  /** Changed tracks. */
  count: z.int().nonnegative(),
});
export type ChangedTracks = z.infer<typeof changedTracksSchema>;

export const undoneTracksSchema = z.object({
  undone: z.int().nonnegative(),
  /** Tracks changed or deleted since; undo skips them. */
  kept: z.int().nonnegative(),
});
export type UndoneTracks = z.infer<typeof undoneTracksSchema>;
