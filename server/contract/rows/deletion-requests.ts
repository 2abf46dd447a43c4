import { z } from 'zod';
import { DELETION_REASONS } from '../words/deletion-reasons.ts';
import { COLUMN_LIMITS } from '../words/limits.ts';
import { idSchema, textOf, timestampSchema, userIdSchema } from './columns.ts';

const limits = COLUMN_LIMITS.deletion_requests;

const DELETION_STATES = ['received', 'confirmed', 'approved', 'erased', 'refused'] as const;

/** From the receipt to an answer, at the latest; the admin is warned two days before. */
export const ANSWER_WITHIN_DAYS = 30;
export const ANSWER_WARNING_DAYS = 28;
/** From the approval to the erasure, at the latest. */
export const ERASE_WITHIN_DAYS = 30;

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

export const deletionRequestInsertSchema = deletionRequestSchema
  .pick({ user_id: true, reason: true, data_download: true })
  .extend({ email: textOf(limits.email), feedback: textOf(limits.feedback).nullable() });
