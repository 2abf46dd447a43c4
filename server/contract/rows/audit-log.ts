import { z } from 'zod';
import { idSchema, jsonObjectSchema, timestampSchema } from './columns.ts';

export const auditEntrySchema = z.object({
  id: idSchema,
  actor: z.string(),
  action: z.string(),
  table_name: z.string(),
  row_id: z.string(),
  before: jsonObjectSchema.nullable(),
  after: jsonObjectSchema.nullable(),
  created_at: timestampSchema,
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;
