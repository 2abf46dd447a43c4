import { z } from 'zod';

/** The admin's answer; `isClosed` also closes the ticket. */
export const ticketAnswerSchema = z.object({
  answer: z
    .string()
    .trim()
    .min(1, 'Please write an answer.')
    .max(5000, 'Please keep the answer under 5,000 characters.'),
  isClosed: z.boolean().default(false),
});
export type TicketAnswer = z.infer<typeof ticketAnswerSchema>;
