import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';
import { parseMail, type ReceivedMail } from './outbox.ts';

export interface SmtpSink {
  readonly url: string;
  /** What it has accepted, in that order. */
  readonly received: readonly ReceivedMail[];
  /** Whole mails that wait for its word. */
  waiting(): number;
  /** A slow mail server: it takes in everything and accepts nothing. Of those who have gone meanwhile it keeps nothing. */
  hold(): void;
  acceptAll(): void;
  close(): Promise<void>;
}

/** A mail server that accepts when it is told to. */
export async function startSmtpSink(): Promise<SmtpSink> {
  const received: ReceivedMail[] = [];
  const waiting = new Map<string, () => void>();
  let isHeld = false;
  const server = new SMTPServer({
    authOptional: true,
    // A mailer keeps its connection open for the next mail; whoever ends the sink does not wait for that.
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
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = Object(server.server.address());
  return {
    url: `smtp://127.0.0.1:${port}`,
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
