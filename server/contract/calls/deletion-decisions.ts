import { z } from 'zod';

/** `POST /admin/v1/deletion-requests/:id/refuse`; the reason is mailed to her as it stands. */
export const refusalSchema = z.object({
  reason: z
    .string('Please say why: she is told so by mail.')
    .trim()
    .min(1, 'Please say why: she is told so by mail.')
    .max(2000, 'Please keep the reason under 2,000 characters.'),
});

/** Typed by whoever erases: the address of the person, as the account or the request has it. */
export const erasureConfirmationSchema = z.object({
  email: z.string('Please type the address of the person to confirm.').trim().toLowerCase(),
});
