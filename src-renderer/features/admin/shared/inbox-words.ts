import type { InboxFailure, InboxState } from '#contract/calls/inbox.ts';
import { formatMoment } from './format-moment.ts';

const WHY: Readonly<Record<InboxFailure, string>> = {
  sign_in: 'the mail server does not take this user name and password. Look at INBOX_URL.',
  unreachable: 'nobody answers there. Look at host and port in INBOX_URL, and at the firewall.',
  tls: 'no safe connection came about. Port 993 wants imaps://, port 143 imap://; or the certificate of the mail server is not valid.',
  slow: 'the mail server took too long. Look at the port in INBOX_URL, and at the firewall.',
  mailbox: 'there is no mailbox of that name. Look at the end of INBOX_URL.',
  other: 'the mail server answered what was not expected.',
};

/** Undefined while it can be read. */
export function whyInboxIsAway({ failure, since }: InboxState): string | undefined {
  return failure === null
    ? undefined
    : `Replies by mail have not been read since ${formatMoment(since)}: ${WHY[failure]}`;
}
