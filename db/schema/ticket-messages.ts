import type { TicketMessage } from '#contract/calls/ticket-thread.ts';
import type { GeneratedTimestamp, Identity } from './column-types.ts';

export interface TicketMessagesTable {
  id: Identity;
  ticket_id: number;
  author: TicketMessage['author'];
  text: string;
  created_at: GeneratedTimestamp;
  /** Of what she wrote by mail; unique. */
  mail_key: string | null;
}
