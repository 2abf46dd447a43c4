import type { Kysely } from 'kysely';
import type { Database } from '#db/schema/database.ts';

/** One mail, ready to be sent. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The owner's name for the house, of which the sender has its name unless the environment says another. */
  fromName?: string;
  /** Which text this is, e.g. `confirmation`; shown in the outbox and counted. */
  kind: string;
  headers?: Record<string, string>;
  /** Whose it is, also when it goes to an address she gives up later. Stays in the outbox, is never sent. */
  personId?: string;
  /** The last one to somebody erased: what is kept of it does not say whom it was for. */
  forgetsAddress?: true;
}

/** What became of the mails taken over since the start of this process. */
export interface MailState {
  /** Waiting for the mail server, for the first time or again. */
  readonly waiting: number;
  /** Given up after the last try. */
  readonly failed: number;
}

/** Sends, or writes to the outbox: once it resolves, the mail outlives this process. Rejects when nobody took it over. */
export interface Mailer {
  /** With a transaction it is sent after that one's commit, and not at all without. */
  send(mail: Mail, trx?: Kysely<Database>): Promise<void>;
  /** Only with a mail server: a file in the outbox neither waits nor fails. */
  state?(): MailState;
  /** Of all processes and machines. */
  countWaiting?(): Promise<number>;
}
