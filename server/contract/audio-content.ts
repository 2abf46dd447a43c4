import { z } from 'zod';
import { idSchema, timestampSchema } from './columns.ts';

export const AUDIO_CATEGORIES = ['PREGNANCY', 'BIRTHING', 'POSTBIRTH'] as const;
export const AUDIO_KINDS = ['meditation', 'music', 'affirmation', 'scripture'] as const;

export const audioContentSchema = z.object({
  id: idSchema,
  title: z.string(),
  description: z.string().nullable(),
  category: z.enum(AUDIO_CATEGORIES),
  /** Whole seconds. */
  duration: z.int().nonnegative(),
  /** Empty while there is no recording yet; such a track cannot be enabled. */
  audio_url: z.string(),
  enabled: z.boolean(),
  image_url: z.string().nullable(),
  kind: z.enum(AUDIO_KINDS),
  is_premium: z.boolean(),
  featured: z.boolean(),
  position: z.int(),
  transcript: z.string().nullable(),
  loudness_lufs: z.number().nullable(),
  /** The cover's ground colour, shown until the picture has loaded. */
  ground: z.string().nullable(),
  credits: z.string().nullable(),
  /**
   * When the server switches `enabled` on, and off; null for no plan. Each is emptied once that is
   * done. Without a recording the plan waits for it.
   */
  publish_at: timestampSchema.nullable(),
  unpublish_at: timestampSchema.nullable(),
  created_at: timestampSchema,
  updated_at: timestampSchema,
});
export type AudioContent = z.infer<typeof audioContentSchema>;

/** What the admin sends for a new track; the rest has defaults. */
export const audioContentInsertSchema = audioContentSchema
  .omit({ id: true, created_at: true, updated_at: true })
  .partial()
  .required({ title: true, category: true, duration: true, audio_url: true });
