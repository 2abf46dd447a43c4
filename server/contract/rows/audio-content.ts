import { z } from 'zod';
import { MAX_CHAPTER_TITLE, MAX_CHAPTERS } from '../words/chapters.ts';
import { FOCUS } from '../words/focus.ts';
import { AUDIO_CATEGORIES, AUDIO_KINDS } from '../words/tracks.ts';
import { idSchema, timestampSchema } from './columns.ts';

/** Far more sentences than anybody reads in one track. */
const MAX_SENTENCES = 5_000;

/**
 * When each sentence of the transcript is said, in seconds: one entry for each, in the order of
 * `readTranscript`. Without an end it lasts until the next one. Timings of another count belong to an
 * older transcript; pages leave them aside.
 */
export const transcriptTimingsSchema = z
  .array(z.strictObject({ start: z.number().min(0), end: z.number().optional() }))
  .max(MAX_SENTENCES)
  .refine(
    (timings) =>
      timings.every(({ start, end = start }, index) => {
        const next = timings[index + 1]?.start ?? Number.POSITIVE_INFINITY;
        return start <= end && end <= next;
      }),
    'Each sentence starts after the one before it has ended',
  );
export type TranscriptTimings = z.infer<typeof transcriptTimingsSchema>;

/** Where the parts of a recording begin, in their order; a recording without parts has null. */
export const chaptersSchema = z
  .array(
    z.strictObject({
      start: z.number().min(0),
      title: z.string().trim().min(1, 'A chapter needs a name').max(MAX_CHAPTER_TITLE),
    }),
  )
  .min(1)
  .max(MAX_CHAPTERS)
  .refine(
    (chapters) =>
      chapters.every(({ start }, index) => start < (chapters[index + 1]?.start ?? Infinity)),
    'Each chapter begins after the one before it',
  );

export const audioContentSchema = z.object({
  id: idSchema,
  title: z.string(),
  description: z.string().nullable(),
  category: z.enum(AUDIO_CATEGORIES),
  /** Whole seconds. */
  duration: z.int().nonnegative(),
  /** A stored file of this server. Empty while there is no recording yet; such a track cannot be enabled. */
  audio_url: z.string(),
  enabled: z.boolean(),
  /** A stored file of this server, like the recording. */
  image_url: z.string().nullable(),
  kind: z.enum(AUDIO_KINDS),
  is_premium: z.boolean(),
  featured: z.boolean(),
  position: z.int(),
  transcript: z.string().nullable(),
  transcript_timings: transcriptTimingsSchema.nullable(),
  chapters: chaptersSchema.nullable(),
  loudness_lufs: z.number().nullable(),
  /** The cover's ground colour, shown until the picture has loaded. */
  ground: z.string().nullable(),
  /** The place in the cover that stays in sight where it is shown in another shape; null: each page has its own. */
  focus: z
    .string()
    .regex(FOCUS, 'Two whole percentages, from the left and from the top, as in 50% 40%')
    .nullable(),
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

/**
 * What the admin sends for a new track; the rest has defaults. One that is brought back comes whole, under
 * the number it had.
 */
export const audioContentInsertSchema = audioContentSchema
  .partial()
  .required({ title: true, category: true, duration: true, audio_url: true });
