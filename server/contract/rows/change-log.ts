import { z } from 'zod';
import { idSchema, jsonObjectSchema, timestampSchema } from './columns.ts';

/** A row of the change log as the admin may inspect it; listeners get events, see `changes.ts`. */
export const changeSchema = z.object({
  id: idSchema,
  table_name: z.string(),
  type: z.enum(['INSERT', 'UPDATE', 'DELETE']),
  row_key: jsonObjectSchema,
  record: jsonObjectSchema.nullable(),
  old_record: jsonObjectSchema.nullable(),
  committed_at: timestampSchema,
});
export type Change = z.infer<typeof changeSchema>;
