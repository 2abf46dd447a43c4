import { z } from 'zod';
import { DELETION_REASONS } from '../constants/deletion-reasons.ts';
import { typedEmailSchema } from '../rows/columns.ts';

export const deletionFormSchema = z.object({
  email: typedEmailSchema,
  reason: z.enum(DELETION_REASONS, 'Please choose a reason.'),
  feedback: z.string().max(5000, 'Please keep the feedback under 5,000 characters.').optional(),
  /** The ticked checkbox; required. */
  confirmDeletion: z.literal(true, 'Please confirm the deletion.'),
  /** Whether the user wants an export before erasure. */
  dataDownload: z.boolean().default(false),
});
export type DeletionForm = z.infer<typeof deletionFormSchema>;
