import { z } from 'zod';
import { idSchema, timestampSchema, userIdSchema } from './columns.ts';

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
  .extend({ status: z.literal('open') });
