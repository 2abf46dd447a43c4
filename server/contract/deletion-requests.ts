import { z } from 'zod';
import { DELETION_REASONS } from './account-deletion.ts';
import { idSchema, timestampSchema, userIdSchema } from './columns.ts';

const DELETION_STATES = ['received', 'confirmed', 'approved', 'erased', 'refused'] as const;

/** Without the token's hash, which nobody reads over the wire. */
export const deletionRequestSchema = z.object({
  id: idSchema,
  user_id: userIdSchema.nullable(),
  email: z.string(),
  reason: z.enum(DELETION_REASONS),
  feedback: z.string().nullable(),
  data_download: z.boolean(),
  status: z.enum(DELETION_STATES),
  created_at: timestampSchema,
  confirmed_at: timestampSchema.nullable(),
  approved_at: timestampSchema.nullable(),
  due_at: timestampSchema.nullable(),
  erased_at: timestampSchema.nullable(),
  refused_at: timestampSchema.nullable(),
  /** What she was told when the request was refused. */
  refusal: z.string().nullable(),
});
export type DeletionRequest = z.infer<typeof deletionRequestSchema>;

export const deletionRequestInsertSchema = deletionRequestSchema.pick({
  user_id: true,
  email: true,
  reason: true,
  feedback: true,
  data_download: true,
});
