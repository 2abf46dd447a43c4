import { z } from 'zod';

/** Answer of `GET /admin/v1/files/name`: the file's original name; null if unknown. */
export const fileNameSchema = z.object({ name: z.string().nullable() });
