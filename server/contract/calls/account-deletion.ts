import { z } from 'zod';
import { DELETION_REASONS } from '../constants/deletion-reasons.ts';
import { LIMITS } from '../constants/limits.ts';

export const deletionFormSchema = z.object({
  email: z
    .string()
    .trim()
    .toLowerCase()
    .max(LIMITS.emailLength, 'This email address is too long.')
    .pipe(z.email('This does not look like an email address.')),
  reason: z.enum(DELETION_REASONS, 'Please choose a reason.'),
  feedback: z.string().max(5000, 'Please keep the feedback under 5,000 characters.').optional(),
  /** The ticked checkbox; required. */
  confirmDeletion: z.literal(true, 'Please confirm the deletion.'),
  /** Whether the user wants an export before erasure. */
  dataDownload: z.boolean().default(false),
});
export type DeletionForm = z.infer<typeof deletionFormSchema>;
