import { z } from 'zod';
import { MAIL_FAILURES } from '../constants/mail-failures.ts';

/** Result of the last read of the mailbox, on any machine. */
export const inboxStateSchema = z.object({
  failure: z.enum(MAIL_FAILURES).nullable(),
  /** The mail server's own line, without credentials, when the reason is not known. */
  said: z.string().optional(),
  /** When this state began. */
  since: z.iso.datetime(),
  /** Unread mails in it, which belong to no ticket. */
  unread: z.int().nonnegative(),
});
export type InboxState = z.infer<typeof inboxStateSchema>;

export const inboxSchema = z.object({
  /** Whether INBOX_URL is set. */
  isRead: z.boolean(),
  /** Null until the first attempt. */
  state: inboxStateSchema.nullable(),
});
