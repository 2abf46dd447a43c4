import { z } from 'zod';
import { idSchema, timestampSchema, userIdSchema } from './columns.ts';

/**
 * One answer to one question. Rows are only added: the last one of a kind is what holds, and consent is
 * there when it is granted and not withdrawn. The server fills in both times.
 */
export const consentSchema = z.object({
  id: idSchema,
  user_id: userIdSchema,
  kind: z.string(),
  text_version: z.string(),
  granted: z.boolean(),
  created_at: timestampSchema,
  /** When a later no ended it. */
  withdrawn_at: timestampSchema.nullable(),
});
export type Consent = z.infer<typeof consentSchema>;

export const consentInsertSchema = consentSchema.pick({
  user_id: true,
  kind: true,
  text_version: true,
  granted: true,
});
