import { once } from 'node:events';
import { mkdtempSync, readdirSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { describe, expect, test, vi } from 'vitest';
import { systemClock } from '#server/core/clock.ts';
import type { Mailer } from '#server/core/mail/mailer.ts';
import { createLogger } from '#server/core/telemetry/logger.ts';
import { createTestDatabase } from '#tests/support/databases/create-test-db.ts';
import { composeMail, listOutbox, readOutbox } from './mail.usecases.ts';
import { createMailer } from './mailer.ts';

const db = await createTestDatabase('sqlite');
const dataDir = mkdtempSync(join(tmpdir(), 'cradlesong-mail-'));

const content = composeMail({
  subject: 'Grüße: “confirm” your address',
  preview: 'One step more.',
  heading: 'Welcome',
  paragraphs: ['Please <confirm> & go on. '.repeat(8).trim()],
  action: { label: 'Confirm', url: 'https://cradlesong.example/a?b=1&c=2' },
  code: { label: 'Or type this code:', digits: '012345' },
  notes: ['It holds for 24 hours.'],
  sender: { name: 'Cradlesong', address: ['1 Example Street', 'London'] },
});
const mail = { to: 'ruth@example.com', kind: 'signup', ...content };

const parseMail = (source: string) => PostalMime.parse(source);

function createTestMailer(smtpUrl?: string) {
  return createMailer({
    config: {
      SMTP_URL: smtpUrl,
      MAIL_FROM: 'Cradlesong <hello@cradlesong.example>',
      FROM_ENVIRONMENT: new Set<never>(),
      DATA_DIR: dataDir,
      JWT_SECRET: 'a secret of at least thirty-two characters',
    },
    db,
    clock: systemClock,
    logger: createLogger({ level: 'silent' }),
    retryWaits: [200, 200, 200],
  });
}

describe('a mail', () => {
  test('has the same content in text and HTML, and escapes markup in values', () => {
    for (const form of [content.text, content.html]) {
      expect(form).toContain('012345');
      expect(form).toContain('1 Example Street');
    }
    expect(content.text).toContain('https://cradlesong.example/a?b=1&c=2');
    expect(content.html).toContain('href="https://cradlesong.example/a?b=1&amp;c=2"');
    expect(content.html).toContain('&lt;confirm&gt; &amp; go on');
    expect(content.html).not.toMatch(/<(script|img|link)/);
  });
});

describe('without a mail server', () => {
  test('every mail is a complete file that only its owner may read, and can be parsed again', async () => {
    const mailer = createTestMailer();
    await Promise.all([mailer.send(mail), mailer.send(mail), mailer.send(mail)]);
    const folder = join(dataDir, 'outbox');
    const names = readdirSync(folder);
    expect(names).toHaveLength(3);
    for (const name of names) {
      expect(name).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z-ruth@example\.com\.eml$/);
      expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    }
    const [entry] = await listOutbox(dataDir);
    expect(entry).toMatchObject({ to: mail.to, subject: mail.subject, kind: 'signup' });
    const read = await readOutbox(dataDir, entry?.name ?? '');
    expect(read?.html.trim()).toBe(mail.html.trim());
    expect(read?.text.trim()).toBe(mail.text.trim());
  });

  test('neither an address nor a name leads out of the folder', async () => {
    await createTestMailer().send({ ...mail, to: '"../../evil"@example.com' });
    const names = readdirSync(join(dataDir, 'outbox'));
    expect(names.some((name) => name.includes('evil'))).toBe(true);
    expect(readdirSync(dataDir)).toEqual(['outbox']);
    for (const name of ['../jwt-secret', '.hidden.eml', 'nothing.eml', '']) {
      expect(await readOutbox(dataDir, name)).toBeUndefined();
    }
  });
});

describe('with a mail server', () => {
  async function createSmtpServer(port = 0, failures = 0) {
    const received: string[] = [];
    const refused: string[] = [];
    let left = failures;
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, _session, done) {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          left -= 1;
          if (left >= 0) {
            refused.push(Buffer.concat(chunks).toString());
            done(Object.assign(new Error('come back later'), { responseCode: 451 }));
            return;
          }
          received.push(Buffer.concat(chunks).toString());
          done();
        });
      },
    });
    server.listen(port, '127.0.0.1');
    await once(server.server, 'listening');
    const address = Object(server.server.address());
    return {
      received,
      refused,
      port: Number(address.port),
      close: () => new Promise<void>((done) => server.close(() => done())),
    };
  }

  const emptied = (mailer: Mailer) =>
    vi.waitFor(async () => expect(await mailer.countWaiting?.()).toBe(0), 10_000);

  test('the mail arrives in text and HTML, with its sender', async () => {
    const smtp = await createSmtpServer();
    const mailer = createTestMailer(`smtp://127.0.0.1:${smtp.port}`);
    await mailer.send(mail);
    await emptied(mailer);
    const { from, headers, subject, text, html } = await PostalMime.parse(smtp.received[0] ?? '');
    expect(from).toEqual({ name: 'Cradlesong', address: 'hello@cradlesong.example' });
    expect(subject).toBe(mail.subject);
    expect(headers).toContainEqual(
      expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
    );
    expect(text).toContain('012345');
    expect(html).toContain('012345');
    await mailer.close();
    await smtp.close();
  });

  test('a temporary refusal of the server is retried, as the same mail', async () => {
    const smtp = await createSmtpServer(0, 2);
    const mailer = createTestMailer(`smtp://127.0.0.1:${smtp.port}`);
    await mailer.send(mail);
    await emptied(mailer);
    expect(smtp.received).toHaveLength(1);
    const parsed = await Promise.all([...smtp.refused, ...smtp.received].map(parseMail));
    const ids = new Set(parsed.map(({ messageId }) => messageId));
    expect([...ids]).toEqual([expect.stringMatching(/^<[\w-]{36}@cradlesong\.example>$/)]);
    await mailer.close();
    await smtp.close();
  });

  test('a mail server that never answers does not delay the request', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = Object(silent.address());
    const mailer = createTestMailer(`smtp://127.0.0.1:${port}`);
    const start = performance.now();
    await mailer.send(mail);
    expect(performance.now() - start).toBeLessThan(1_000);
    await mailer.close();
    expect(performance.now() - start).toBeLessThan(10_000);
    silent.close();
  });
});
