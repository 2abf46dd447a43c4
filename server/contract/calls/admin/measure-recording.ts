import { z } from 'zod';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import { LISTENING_KBITS } from '#contract/rows/recordings.ts';

const PATH_MESSAGE = `A path below ${API_PATHS.publicObject} is needed.`;
/** A stored file. */
export const filePathSchema = z.object({ path: z.string(PATH_MESSAGE).max(500, PATH_MESSAGE) });

/** Body of `POST /admin/v1/recordings/measure`, which measures a recording, or measures it again. */
export const measureRecordingSchema = filePathSchema.extend({
  /** Bitrate of the copy. Null: the default for the kind of track. Omitted: unchanged. */
  kbits: z.literal(LISTENING_KBITS, 'This bitrate is not offered.').nullable().optional(),
});
export type MeasureRecording = z.infer<typeof measureRecordingSchema>;
