import { z } from 'zod';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import { LISTENING_KBITS } from '#contract/rows/recordings.ts';

const PATH_WORDS = `A path below ${API_PATHS.publicObject} is needed.`;
/** A stored file. */
export const filePathSchema = z.object({ path: z.string(PATH_WORDS).max(500, PATH_WORDS) });

/** Body of `POST /admin/v1/recordings/measure`: measures one recording, also again. */
export const measureRecordingSchema = filePathSchema.extend({
  /** Bitrate of the copy; null for the default of the kind of track; unchanged if left out. */
  kbits: z.literal(LISTENING_KBITS, 'This bitrate is not offered.').nullable().optional(),
});
export type MeasureRecording = z.infer<typeof measureRecordingSchema>;
