import { z } from 'zod';
import { AUDIO_CATEGORIES, AUDIO_KINDS } from '#contract/constants/tracks/tracks.ts';
import { audioContentSchema } from '#contract/rows/audio-content-schema.ts';
import { idSchema } from '#contract/rows/columns.ts';

/** Maximum tracks of one change. */
export const MAX_CHANGED_TRACKS = 5_000;

/** The filter of the content list: the change applies to the tracks it shows. */
export const trackMatchSchema = z.strictObject({
  search: z.string().max(200).default(''),
  category: z.enum(['ALL', ...AUDIO_CATEGORIES]).default('ALL'),
  kind: z.enum(['all', ...AUDIO_KINDS]).default('all'),
  access: z.enum(['all', 'free', 'premium']).default('all'),
  state: z.enum(['all', 'active', 'disabled', 'planned']).default('all'),
});
export type TrackMatch = z.infer<typeof trackMatchSchema>;

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
  tracks: z.union(
    [
      z.strictObject({ ids: z.array(idSchema).min(1).max(MAX_CHANGED_TRACKS) }),
      z.strictObject({ matching: trackMatchSchema }),
    ],
    'Name the tracks by their ids, or by a filter.',
  ),
  values: trackValuesSchema,
});
export type TrackChange = z.infer<typeof trackChangeSchema>;

export const changedTracksSchema = z.object({
  /** Id in the audit log, needed to undo the change. */
  id: idSchema,
  /** Matching tracks. */
  count: z.int().nonnegative(),
});
export type ChangedTracks = z.infer<typeof changedTracksSchema>;

export const undoneTracksSchema = z.object({
  undone: z.int().nonnegative(),
  /** Tracks changed or deleted since; undo skips them. */
  kept: z.int().nonnegative(),
});
export type UndoneTracks = z.infer<typeof undoneTracksSchema>;
