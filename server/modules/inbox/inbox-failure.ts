import type { InboxFailure } from '#contract/calls/inbox.ts';

/** The mailbox cannot be read. Excludes the mail server's text, which may contain credentials. */
export class MailboxError extends Error {
  readonly reason: InboxFailure;
  /** Code of the library or of Node, e.g. ECONNREFUSED. */
  readonly code: string | undefined;

  constructor(cause: unknown) {
    const reason = reasonOf(cause);
    super(`The mailbox cannot be read: ${reason}`);
    this.name = 'MailboxError';
    this.reason = reason;
    const { code } = Object(cause);
    this.code = typeof code === 'string' ? code : undefined;
  }
}

const TLS_CODES =
  /^(ERR_SSL|ERR_TLS|CERT|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|STARTTLS|UPGRADE|EPROTO|ClosedAfterConnectTLS)/;
const SLOW_CODES = /TIMEOUT|ETIMEDOUT/i;
const NETWORK_CODES =
  /^(ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EDNS|EAI_AGAIN|EPIPE|NoConnection|EConnectionClosed|ClosedAfterConnect)/;

function reasonOf(error: unknown): InboxFailure {
  const { authenticationFailed, tlsFailed, mailboxMissing, code, _err: inner } = Object(error);
  const codes = [code, Object(inner).code].map(String);
  if (authenticationFailed) return 'sign_in';
  if (tlsFailed || codes.some((it) => TLS_CODES.test(it))) return 'tls';
  if (mailboxMissing) return 'mailbox';
  if (codes.some((it) => SLOW_CODES.test(it))) return 'slow';
  return codes.some((it) => NETWORK_CODES.test(it)) ? 'unreachable' : 'other';
}
