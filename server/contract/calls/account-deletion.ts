import { z } from 'zod';
import { DELETION_REASONS } from '../words/deletion-reasons.ts';
import { LIMITS } from '../words/limits.ts';

export const deletionFormSchema = z.object({
  email: z
    .string()
    .trim()
    .toLowerCase()
    .max(LIMITS.emailLength, 'This e-mail address is too long.')
    .pipe(z.email('This does not look like an e-mail address.')),
  reason: z.enum(DELETION_REASONS, 'Please choose a reason.'),
  feedback: z.string().max(5000, 'Please keep the feedback under 5,000 characters.').optional(),
  /** She has ticked the box; a request without it is refused. */
  confirmDeletion: z.literal(true, 'Please confirm the deletion.'),
  /** She wants her data as a file before it is erased. */
  dataDownload: z.boolean().default(false),
});
export type DeletionForm = z.infer<typeof deletionFormSchema>;
