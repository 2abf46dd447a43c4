import { z } from 'zod';
import { COLUMN_LIMITS } from '../words/limits.ts';
import { idSchema, textOf, timestampSchema, userIdSchema } from './columns.ts';

const limits = COLUMN_LIMITS.support_tickets;

export const supportTicketSchema = z.object({
  id: idSchema,
  user_id: userIdSchema,
  subject: z.string(),
  message: z.string(),
  status: z.string(),
  answer: z.string().nullable(),
  answered_at: timestampSchema.nullable(),
  created_at: timestampSchema,
  updated_at: timestampSchema,
});
export type SupportTicket = z.infer<typeof supportTicketSchema>;

export const supportTicketInsertSchema = supportTicketSchema
  .pick({ user_id: true, subject: true, message: true })
  .extend({
    subject: textOf(limits.subject),
    message: textOf(limits.message),
    status: z.literal('open'),
  });
/** The admin's: closed without a word, or open once more. Answering is a call of its own. */
export const supportTicketUpdateSchema = supportTicketSchema.pick({ status: true });
