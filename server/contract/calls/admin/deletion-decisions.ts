import { z } from 'zod';

export const refusalSchema = z.object({
  reason: z
    .string('Please give a reason; the mail quotes it.')
    .trim()
    .min(1, 'Please give a reason; the mail quotes it.')
    .max(2000, 'Please keep the reason under 2,000 characters.'),
});

/** Confirmation typed by the admin: the user's address as in the account or request. */
export const erasureConfirmationSchema = z.object({
  email: z.string('Please type the address of the person to confirm.').trim().toLowerCase(),
});
