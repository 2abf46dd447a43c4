import { mkdtempSync, readdirSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { describe, expect, test, vi } from 'vitest';
import { systemClock } from '#server/core/clock.ts';
import { createLogger } from '#server/core/telemetry/logger.ts';
import { createTestDatabase } from '#tests/support/databases/create-test-db.ts';
import { listen } from '#tests/support/servers/ports.ts';
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

test('a mail has the same content in text and HTML, and escapes markup in values', () => {
  for (const form of [content.text, content.html]) {
    expect(form).toContain('012345');
    expect(form).toContain('1 Example Street');
  }
  expect(content.text).toContain('https://cradlesong.example/a?b=1&c=2');
  expect(content.html).toContain('href="https://cradlesong.example/a?b=1&amp;c=2"');
  expect(content.html).toContain('&lt;confirm&gt; &amp; go on');
  expect(content.html).not.toMatch(/<(script|img|link)/);
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

  test('no address and no name writes a file outside the folder', async () => {
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
  test('the mail arrives in text and HTML, with its sender; after a temporary refusal it is sent again, as the same mail', async () => {
    const sent: string[] = [];
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      async onData(stream, _session, done) {
        sent.push(await text(stream));
        const refusal = Object.assign(new Error('come back later'), { responseCode: 451 });
        done(sent.length < 3 ? refusal : null);
      },
    });
    const mailer = createTestMailer(`smtp://127.0.0.1:${await listen(server.server)}`);
    await mailer.send(mail);
    await vi.waitFor(async () => expect(await mailer.countWaiting?.()).toBe(0), 10_000);
    const tries = await Promise.all(sent.map((source) => PostalMime.parse(source)));
    expect(tries).toHaveLength(3);
    const [id] = new Set(tries.map(({ messageId }) => messageId));
    expect(id).toMatch(/^<[\w-]{36}@cradlesong\.example>$/);
    for (const { messageId, from, headers, subject, text: plain, html } of tries) {
      expect(messageId).toBe(id);
      expect(from).toEqual({ name: 'Cradlesong', address: 'hello@cradlesong.example' });
      expect(subject).toBe(mail.subject);
      expect(headers).toContainEqual(
        expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
      );
      expect([plain, html]).toEqual(Array(2).fill(expect.stringContaining('012345')));
    }
    await mailer.close();
    server.close();
  });

  test('a mail server that never answers does not delay the request', async () => {
    const silent = createServer(() => undefined);
    const mailer = createTestMailer(`smtp://127.0.0.1:${await listen(silent)}`);
    const start = performance.now();
    await mailer.send(mail);
    expect(performance.now() - start).toBeLessThan(1_000);
    await mailer.close();
    expect(performance.now() - start).toBeLessThan(10_000);
    silent.close();
  });
});
