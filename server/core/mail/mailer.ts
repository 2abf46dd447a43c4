import type { Executor } from '#db/schema/database.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The brand's name as sender name, unless overridden by the environment. */
  fromName?: string;
  /** Name of the template, e.g. `confirmation`; shown in the outbox and counted. */
  kind: string;
  headers?: Record<string, string>;
  /** The recipient's user id, which survives a change of address. Kept in the outbox, never sent. */
  personId?: string;
  /** Last mail to an erased user: its record omits the recipient. */
  forgetsAddress?: true;
}

/**
 * Sends a mail or writes it to the outbox. Once `send` resolves, the mail survives a restart; it rejects if the
 * mail could not be stored.
 */
export interface Mailer {
  /** With a transaction, the mail is sent after the commit, and dropped on a rollback. */
  send(mail: Mail, trx?: Executor): Promise<void>;
  /** Mails given up by this process. Only with a mail server: outbox files neither wait nor fail. */
  countFailed?(): number;
  /** Queued mails of all processes and machines. */
  countWaiting?(): Promise<number>;
}
