import { z } from 'zod';
import { API_PATHS } from '../constants/pages/paths.ts';

const PATH_WORDS = `A path below ${API_PATHS.publicObject} is needed.`;

export const fileQuestionSchema = z.object({ path: z.string(PATH_WORDS).max(500, PATH_WORDS) });

/** Answer of `GET /admin/v1/files/name`: the file's original name; null if unknown. */
export const fileNameSchema = z.object({ name: z.string().nullable() });
