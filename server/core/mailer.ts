/** One mail, ready to be sent. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Which text this is, e.g. `confirmation`; shown in the outbox and counted. */
  kind: string;
  headers?: Record<string, string>;
}

/** Sends, or writes to the outbox; rejects when the mail was not taken over by anybody. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
}
