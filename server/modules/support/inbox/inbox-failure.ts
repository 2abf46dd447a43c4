import type { MailFailure } from '#contract/constants/mail-failures.ts';
import { findMailFailure } from '#server/core/mail/mail-failure.ts';

/** The mailbox of `url` cannot be read. */
export class MailboxError extends Error {
  readonly reason: MailFailure;
  /** The mail server's response, only if the reason is unknown. */
  readonly said: string | undefined;
  /** Code of the library or of Node, e.g. ECONNREFUSED. */
  readonly code: string | undefined;

  constructor(cause: unknown, url: string) {
    const { reason, text } = findMailFailure(cause, url);
    super(`The mailbox cannot be read: ${reason}`);
    this.name = 'MailboxError';
    this.reason = reason;
    this.said = reason === 'other' ? text : undefined;
    const { code } = Object(cause);
    this.code = typeof code === 'string' ? code : undefined;
  }
}
