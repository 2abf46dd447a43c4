import { z } from 'zod';

export const refusalSchema = z.object({
  reason: z
    .string('Please say why: the mail has these words.')
    .trim()
    .min(1, 'Please say why: the mail has these words.')
    .max(2000, 'Please keep the reason under 2,000 characters.'),
});

/** Confirmation typed by the admin: the user's address as in the account or request. */
export const erasureConfirmationSchema = z.object({
  email: z.string('Please type the address of the person to confirm.').trim().toLowerCase(),
});
