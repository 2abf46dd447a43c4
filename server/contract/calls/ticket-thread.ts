import { z } from 'zod';

/** One message of a ticket and its author. */
export const ticketMessageSchema = z.object({
  /** Stable between reads. */
  id: z.string(),
  author: z.enum(['person', 'helpdesk']),
  text: z.string(),
  created_at: z.iso.datetime(),
});
export type TicketMessage = z.infer<typeof ticketMessageSchema>;

/** All messages, oldest first. */
export const ticketThreadSchema = z.object({ messages: z.array(ticketMessageSchema) });
export type TicketThread = z.infer<typeof ticketThreadSchema>;

export const TICKET_REPLY_LENGTH = 5000;

/** A reply in the user's own ticket. */
export const ticketReplySchema = z.object({
  text: z
    .string('Please write a message.')
    .trim()
    .min(1, 'Please write a message.')
    .max(TICKET_REPLY_LENGTH, 'Please keep the message under 5,000 characters.'),
});
