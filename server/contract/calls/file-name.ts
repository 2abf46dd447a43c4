import { z } from 'zod';
import { API_PATHS } from '../words/paths.ts';

const PATH_WORDS = `A path below ${API_PATHS.publicObject} is needed.`;

export const fileQuestionSchema = z.object({ path: z.string(PATH_WORDS).max(500, PATH_WORDS) });

/** What `GET /admin/v1/files/name` answers: what the owner calls the file; null where nobody has said. */
export const fileNameSchema = z.object({ name: z.string().nullable() });
