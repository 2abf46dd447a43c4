import { z } from 'zod';
import { MAIL_FAILURES } from '../constants/mail-failures.ts';

/** Result of the last read of the mailbox, on any machine. */
export const inboxStateSchema = z.object({
  failure: z.enum(MAIL_FAILURES).nullable(),
  /** The mail server's reply, without credentials, if the reason is unknown. */
  said: z.string().optional(),
  /** When this state began. */
  since: z.iso.datetime(),
  /** Number of unread mails in the mailbox that belong to no ticket. */
  unread: z.int().nonnegative(),
});
export type InboxState = z.infer<typeof inboxStateSchema>;

export const inboxSchema = z.object({
  /** Whether INBOX_URL is set. */
  isRead: z.boolean(),
  /** Null until the first attempt. */
  state: inboxStateSchema.nullable(),
});
