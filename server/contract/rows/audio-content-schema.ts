import { z } from 'zod';
import { FOCUS } from '../constants/focus.ts';
import { MAX_CHAPTER_TITLE, MAX_CHAPTERS } from '../constants/tracks/chapters.ts';
import { audioContent } from './audio-content.ts';
import { rowSchema } from './row-schema.ts';

const MAX_SENTENCES = 5_000;
const MAX_POSITION = 1_000_000_000;

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

export const audioContentSchema = rowSchema(audioContent, {
  duration: z.int().nonnegative(),
  // Tracks are moved to positions beyond the last one, which the database must be able to hold.
  position: z.int().min(-MAX_POSITION).max(MAX_POSITION),
  transcript_timings: transcriptTimingsSchema.nullable(),
  chapters: chaptersSchema.nullable(),
  focus: z
    .string()
    .regex(FOCUS, 'Two whole percentages, from the left and from the top, as in 50% 40%')
    .nullable(),
});
