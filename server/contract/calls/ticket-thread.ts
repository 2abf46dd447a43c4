import { z } from 'zod';

/** One of the two who speak in a ticket, and what was said. */
export const ticketMessageSchema = z.object({
  /** The same at every reading. */
  id: z.string(),
  author: z.enum(['person', 'helpdesk']),
  text: z.string(),
  /** RFC 3339 in UTC. */
  created_at: z.iso.datetime(),
});
export type TicketMessage = z.infer<typeof ticketMessageSchema>;

/** From her first words on, the oldest first. */
export const ticketThreadSchema = z.object({ messages: z.array(ticketMessageSchema) });

export const TICKET_REPLY_LENGTH = 5000;

/** What she writes into a ticket of hers that is there already. */
export const ticketReplySchema = z.object({
  text: z
    .string('Please write a message.')
    .trim()
    .min(1, 'Please write a message.')
    .max(TICKET_REPLY_LENGTH, 'Please keep the message under 5,000 characters.'),
});
