import { z } from 'zod';
import { API_PATHS } from '../words/paths.ts';

/** What `POST /admin/v1/recordings/measure` takes: measure this one, again or for the first time. */
const PATH_WORDS = `A path below ${API_PATHS.publicObject} is needed.`;
export const measureRecordingSchema = z.object({
  path: z.string(PATH_WORDS).max(500, PATH_WORDS),
});
