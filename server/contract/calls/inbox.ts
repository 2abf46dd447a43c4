import { z } from 'zod';

/** Why the mailbox cannot be read; the mail server's own text may contain the user name. */
export const INBOX_FAILURES = [
  'sign_in',
  'tls',
  'unreachable',
  'slow',
  'mailbox',
  'other',
] as const;
export type InboxFailure = (typeof INBOX_FAILURES)[number];

/** What the owner reads about each. */
export const INBOX_FAILURE_TEXTS: Readonly<Record<InboxFailure, string>> = {
  sign_in:
    'the mail server did not accept the user name or password. Check both in INBOX_URL; some providers need an app password.',
  unreachable:
    'no mail server answers at this address. Check host and port in INBOX_URL, and the firewall.',
  tls: 'no encrypted connection could be made. Port 993 needs imaps://, port 143 imap://. If these are right, the certificate of the mail server is not valid.',
  slow: 'the mail server took too long. Check the port in INBOX_URL, and the firewall.',
  mailbox: 'there is no mailbox of that name. Check the end of INBOX_URL.',
  other: 'the mail server gave an unexpected answer. Check INBOX_URL, and try again later.',
};

/** Result of the last read of the mailbox, on any machine. */
export const inboxStateSchema = z.object({
  failure: z.enum(INBOX_FAILURES).nullable(),
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
