import { z } from 'zod';
import { LISTENING_KBITS } from '../rows/recordings.ts';
import { API_PATHS } from '../words/paths.ts';

/** What `POST /admin/v1/recordings/measure` takes: measure this one, again or for the first time. */
const PATH_WORDS = `A path below ${API_PATHS.publicObject} is needed.`;
export const recordingPathSchema = z.object({
  path: z.string(PATH_WORDS).max(500, PATH_WORDS),
});

export const measureRecordingSchema = recordingPathSchema.extend({
  /** Another bitrate for the copy, or null for that of the kind of track; as it was where it is left out. */
  kbits: z.literal(LISTENING_KBITS, 'This bitrate is not offered.').nullable().optional(),
});
export type MeasureRecording = z.infer<typeof measureRecordingSchema>;
