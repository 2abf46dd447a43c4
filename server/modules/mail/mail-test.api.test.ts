import { createServer } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, test } from 'vitest';
import { mailTestResponseSchema } from '#contract/calls/admin/mail-test.ts';
import { DEFAULT_BRAND } from '#contract/constants/pages/brand.ts';
import { systemClock } from '#server/core/clock.ts';
import { readRows } from '#tests/support/databases/create-test-db.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';
import { freePort } from '#tests/support/servers/free-port.ts';
import { listen } from '#tests/support/servers/ports.ts';
import { callAdmin } from '#tests/support/servers/send.ts';
import { fetchAdminToken } from '#tests/support/sign-in.ts';
import { sendTestMail } from './send-test-mail.ts';

const USER = 'postmaster@example.com';
const PASSWORD = 'hunter two-und-vierzig';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** The test's own mail server; returns its port. */
async function startSmtp(options: SMTPServerOptions): Promise<number> {
  const server = new SMTPServer({ authOptional: true, hideSTARTTLS: true, ...options });
  // Some of these tests disconnect on purpose.
  server.on('error', () => undefined);
  closing.push(() => server.close());
  return listen(server.server);
}

const refusal = (responseCode: number, message: string) =>
  Object.assign(new Error(message), { responseCode });

const askFor = (smtpUrl: string, timeoutMs = 5_000) =>
  sendTestMail(
    {
      config: {
        SMTP_URL: smtpUrl,
        MAIL_FROM: 'us@example.com',
        FROM_ENVIRONMENT: new Set<never>(),
        DATA_DIR: '/nowhere',
      },
      clock: systemClock,
      brand: { ...DEFAULT_BRAND, name: 'Selah' },
      timeoutMs,
    },
    'owner@example.com',
  );

describe('a test reports that the mail server', () => {
  test('accepts the mail, which arrives', async () => {
    const received: string[] = [];
    const port = await startSmtp({
      onData(stream, _session, done) {
        stream.on('data', (chunk: Buffer) => received.push(chunk.toString()));
        stream.on('end', () => done(null, 'queued as 7F3'));
      },
    });
    expect(await askFor(`smtp://127.0.0.1:${port}`)).toEqual({
      outcome: 'accepted',
      code: 250,
      text: expect.stringContaining('queued as 7F3'),
    });
    expect(received.join('')).toContain('Subject: A test mail from Selah');
  });

  test('refuses the address', async () => {
    const port = await startSmtp({
      onRcptTo: (_address, _session, done) => done(refusal(550, 'no such mailbox here')),
    });
    const answer = await askFor(`smtp://127.0.0.1:${port}`);
    expect(answer).toMatchObject({ outcome: 'failed', reason: 'recipient', code: 550 });
    expect(Object(answer).text).toContain('no such mailbox here');
  });

  test('refuses the password; the report leaves out the credentials in its message', async () => {
    const port = await startSmtp({
      authOptional: false,
      allowInsecureAuth: true,
      authMethods: ['PLAIN'],
      onAuth: ({ username, password }, _session, done) =>
        done(refusal(535, `${username} with ${password} may not`)),
    });
    const url = `smtp://${encodeURIComponent(USER)}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}`;
    const answer = await askFor(url);
    expect(answer).toMatchObject({ outcome: 'failed', reason: 'sign_in', code: 535 });
    expect(Object(answer).text).toContain('… with … may not');
    expect(JSON.stringify(answer)).not.toMatch(/hunter|postmaster/);
  });

  test('has a certificate that no authority has signed', async () => {
    const port = await startSmtp({ secure: true });
    const answer = await askFor(`smtps://127.0.0.1:${port}`);
    expect(answer).toMatchObject({ outcome: 'failed', reason: 'certificate', code: null });
  });

  test('does not respond, because nothing listens there', async () => {
    const answer = await askFor(`smtp://127.0.0.1:${await freePort()}`);
    expect(answer).toMatchObject({ outcome: 'failed', reason: 'unreachable', code: null });
  });

  test('responds too slowly, with one line now and then', async () => {
    const dripping = createServer((socket) => {
      const timer = setInterval(() => socket.write('220-one moment\r\n'), 50);
      socket.on('error', () => undefined).on('close', () => clearInterval(timer));
    });
    closing.push(() => dripping.close());
    const answer = await askFor(`smtp://127.0.0.1:${await listen(dripping)}`, 400);
    expect(answer).toMatchObject({ outcome: 'failed', reason: 'slow' });
  });
});

describe('POST /admin/v1/mail-test', async () => {
  const server = await createTestServer();
  const bearer = await fetchAdminToken(server);
  const post = (body: unknown, as: string | undefined = bearer) =>
    callAdmin(server, '/mail-test', { bearer: as, method: 'POST', body });

  test('writes the mail to a file if there is no mail server, and names the file in the response and in the log', async () => {
    const answer = mailTestResponseSchema.parse(
      await (await post({ to: 'owner@example.com' })).json(),
    );
    expect(answer).toMatchObject({
      outcome: 'written',
      file: expect.stringMatching(/-owner@example\.com\.eml$/),
    });
    expect(server.outbox().at(-1)?.subject).toBe('A test mail from Cradlesong');
    const log = await readRows(server.db, 'audit_log', { action: 'send' });
    expect(log).toMatchObject([{ table_name: 'mails', after: { outcome: 'written' } }]);
  });

  test('refuses an invalid address', async () => {
    const sent = server.outbox().length;
    for (const body of [{}, { to: '' }, { to: 'nobody' }, { to: ['a@example.com'] }]) {
      expect([body, (await post(body)).status]).toEqual([body, 400]);
    }
    expect(server.outbox()).toHaveLength(sent);
  });
});
