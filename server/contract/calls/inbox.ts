import { z } from 'zod';

/** Why the mailbox cannot be read; what the mail server says itself may name the user. */
export const INBOX_FAILURES = [
  'sign_in',
  'tls',
  'unreachable',
  'slow',
  'mailbox',
  'other',
] as const;
export type InboxFailure = (typeof INBOX_FAILURES)[number];

/** How it went when the mailbox was last read, by whichever machine. */
export const inboxStateSchema = z.object({
  failure: z.enum(INBOX_FAILURES).nullable(),
  /** Since when it is so. */
  since: z.iso.datetime(),
  /** Mails in it that nobody has read: they belong to no ticket. */
  unread: z.int().nonnegative(),
});
export type InboxState = z.infer<typeof inboxStateSchema>;

export const inboxSchema = z.object({
  /** Whether INBOX_URL is set. */
  isRead: z.boolean(),
  /** Null until it was tried for the first time. */
  state: inboxStateSchema.nullable(),
});
