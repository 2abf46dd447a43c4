import type { TicketMessage } from '#contract/calls/ticket-thread.ts';
import type { GeneratedTimestamp, Identity } from './column-types.ts';

export interface TicketMessagesTable {
  id: Identity;
  ticket_id: number;
  author: TicketMessage['author'];
  text: string;
  created_at: GeneratedTimestamp;
  /** Identifies the mail of the message; unique. */
  mail_key: string | null;
}
