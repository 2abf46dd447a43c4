import { z } from 'zod';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import { LISTENING_KBITS } from '#contract/rows/recordings.ts';

/** Body of `POST /admin/v1/recordings/measure`: measures one recording, also again. */
const PATH_WORDS = `A path below ${API_PATHS.publicObject} is needed.`;
export const recordingPathSchema = z.object({
  path: z.string(PATH_WORDS).max(500, PATH_WORDS),
});

export const measureRecordingSchema = recordingPathSchema.extend({
  /** Bitrate of the copy; null for the default of the kind of track; unchanged if left out. */
  kbits: z.literal(LISTENING_KBITS, 'This bitrate is not offered.').nullable().optional(),
});
export type MeasureRecording = z.infer<typeof measureRecordingSchema>;
