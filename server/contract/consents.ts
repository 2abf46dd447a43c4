import { z } from 'zod';
import { idSchema, timestampSchema, userIdSchema } from './columns.ts';

export const consentSchema = z.object({
  id: idSchema,
  user_id: userIdSchema,
  kind: z.string(),
  text_version: z.string(),
  granted: z.boolean(),
  created_at: timestampSchema,
  withdrawn_at: timestampSchema.nullable(),
});
export type Consent = z.infer<typeof consentSchema>;

export const consentInsertSchema = consentSchema.pick({
  user_id: true,
  kind: true,
  text_version: true,
  granted: true,
});
