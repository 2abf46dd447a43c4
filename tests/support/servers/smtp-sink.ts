import { SMTPServer } from 'smtp-server';
import { parseMail, type ReceivedMail } from './outbox.ts';
import { listen } from './ports.ts';

export interface SmtpSink {
  readonly url: string;
  readonly received: readonly ReceivedMail[];
  /** Complete mails not yet accepted. */
  waiting(): number;
  /**
   * Simulates a slow mail server: receives mails without accepting them. Mails of clients that disconnect meanwhile are
   * dropped.
   */
  hold(): void;
  acceptAll(): void;
  close(): Promise<void>;
}

/** A mail server that accepts mails when the test releases them. */
export async function startSmtpSink(): Promise<SmtpSink> {
  const received: ReceivedMail[] = [];
  const waiting = new Map<string, () => void>();
  let isHeld = false;
  const server = new SMTPServer({
    authOptional: true,
    // Mailers keep connections open for the next mail; do not wait for them when stopping.
    closeTimeout: 50,
    disabledCommands: ['STARTTLS'],
    onClose: ({ id }) => void waiting.delete(id),
    onData(stream, { id }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        waiting.set(id, () => {
          waiting.delete(id);
          received.push(parseMail(Buffer.concat(chunks).toString('latin1')));
          done();
        });
        if (!isHeld) waiting.get(id)?.();
      });
    },
  });
  // A client that was killed resets its connection.
  server.on('error', () => undefined);
  return {
    url: `smtp://127.0.0.1:${await listen(server.server)}`,
    received,
    waiting: () => waiting.size,
    hold() {
      isHeld = true;
    },
    acceptAll() {
      isHeld = false;
      for (const accept of waiting.values()) accept();
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
