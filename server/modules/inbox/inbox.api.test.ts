import { setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { API_PATHS } from '#contract/words/paths.ts';
import type { Config } from '#server/core/config.ts';
import { createLogger } from '#server/core/logger.ts';
import { ENGINES } from '#tests/support/create-test-db.ts';
import { createTestServer, type TestServer } from '#tests/support/create-test-server.ts';
import {
  hasImapServer,
  IMAP_PASSWORD,
  IMAP_USER,
  type ImapServer,
  startImapServer,
} from '#tests/support/imap-server.ts';
import { fetchAdminToken, type SignedIn, signUp } from '#tests/support/sign-in.ts';
import { lookThrough, readInbox } from './inbox.usecases.ts';
import { type Mailbox, openMailbox } from './mailbox.ts';
import { startInbox } from './start-inbox.ts';

const unless = hasImapServer ? '' : ' (skipped: dovecot is not installed)';

describe.skipIf(!hasImapServer).each(ENGINES)(
  `replies from a mailbox, on %s${unless}`,
  (engine) => {
    let imap: ImapServer;
    beforeAll(async () => {
      imap = await startImapServer();
    });
    afterAll(() => imap.stop());

    let server: TestServer;
    let mother: SignedIn;
    let ticket: number;
    let mailbox: Mailbox | undefined;
    beforeEach(async () => {
      server = await createTestServer({ engine, config: { INBOX_URL: imap.url } });
      mother = await signUp(server);
      ticket = await openTicket();
    });
    afterEach(async () => {
      await mailbox?.close();
      mailbox = undefined;
      await imap.empty();
    });

    async function openTicket(): Promise<number> {
      const { data } = await mother.client
        .from('support_tickets')
        .insert({ user_id: mother.user.id, subject: 'No sound', message: 'Quiet', status: 'open' })
        .select('id')
        .single();
      const admin = await fetchAdminToken(server);
      await fetch(`${server.url}${API_PATHS.admin}/tickets/${data?.id}/answer`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${admin}` },
        body: JSON.stringify({ answer: 'Turn it up.' }),
      });
      return Number(data?.id);
    }

    /** As her mail program answers the mail she was sent; a header given here takes the place of its own. */
    function reply(text: string, headers: Record<string, string> = {}): string {
      const mail = server.outbox().findLast(({ to }) => to.includes(mother.email));
      const own = {
        From: `Ruth <${mother.email.toUpperCase()}>`,
        To: String(mail?.headers['reply-to']),
        Subject: `Re: ${mail?.subject}`,
        'Message-ID': `<${crypto.randomUUID()}@mail.example>`,
        'In-Reply-To': String(mail?.headers['message-id']),
        References: `${mail?.headers['references']} ${mail?.headers['message-id']}`,
        'Content-Type': 'text/plain; charset=utf-8',
        ...headers,
      };
      const lines = Object.entries(own).map(([name, value]) => `${name}: ${value}`);
      return `${lines.join('\n')}\n\n${text}\n`;
    }

    const look = async (other?: Partial<Mailbox>) => {
      mailbox ??= await openMailbox(imap.url);
      const { looked } = await lookThrough(server.deps, { ...mailbox, ...other }, undefined);
      return looked;
    };
    const hers = async () => {
      const rows = await server.db.kysely
        .selectFrom('ticket_messages')
        .select('text')
        .where('ticket_id', '=', ticket)
        .where('author', '=', 'person')
        .orderBy('id')
        .execute();
      return rows.map(({ text }) => text);
    };
    const start = (change: Partial<Config> = {}, logger = server.deps.logger) =>
      startInbox(
        { ...server.deps, logger, config: { ...server.deps.config, ...change } },
        { firstWaitMs: 50 },
      );

    test('a reply becomes a message of its ticket, in her own words, and is seen', async () => {
      await imap.deliver(
        reply(`It is up.\n\nOn Tue, 24 Nov 2026 at 21:58, X <${IMAP_USER}> wrote:\n> Turn it up.`),
      );
      expect(await look()).toEqual({ taken: 1, left: 0, automatic: 0 });
      expect(await hers()).toEqual(['It is up.']);
      expect(await imap.seen()).toEqual([true]);
      expect(await look()).toEqual({ taken: 0, left: 0, automatic: 0 });
      expect(await hers()).toHaveLength(1);
    });

    test('the mark in the subject is enough, and so is that in the head', async () => {
      await imap.deliver(reply('By subject', { References: '', 'In-Reply-To': '' }));
      await imap.deliver(reply('By head', { Subject: 'Something else' }));
      expect(await look()).toMatchObject({ taken: 2 });
      expect(await hers()).toEqual(['By subject', 'By head']);
    });

    test('[Q2] what belongs to no ticket stays as it came, and nobody is written to', async () => {
      const sent = server.outbox().length;
      await imap.deliver(reply('Another sender', { From: 'eve@mail.example' }));
      await imap.deliver(reply('Two senders', { From: `${mother.email}, eve@mail.example` }));
      await imap.deliver(
        reply('No mark', { References: '<1@x.example>', Subject: `Re: T-${ticket}` }),
      );
      await imap.deliver(
        reply('A guess', { References: `<T-${ticket}-7KQ2M9XWH4@x.example>`, Subject: 'Re:' }),
      );
      await imap.deliver('From: eve@mail.example\nSubject: Buy\n\nBuy');
      await imap.deliver(reply(''));
      expect(await look()).toEqual({ taken: 0, left: 6, automatic: 0 });
      expect(await hers()).toEqual([]);
      expect(await imap.seen()).toEqual([false, false, false, false, false, false]);
      expect(server.outbox()).toHaveLength(sent);
    });

    test('what no person wrote is no message, and nobody is written to', async () => {
      const sent = server.outbox().length;
      await imap.deliver(reply('I am away.', { 'Auto-Submitted': 'auto-replied' }));
      await imap.deliver(reply('I am away.', { Precedence: 'bulk' }));
      await imap.deliver(reply('Not delivered', { 'Return-Path': '<>' }));
      await imap.deliver(
        reply('Not delivered', { 'Content-Type': 'multipart/report; boundary=x' }),
      );
      expect(await look()).toEqual({ taken: 0, left: 0, automatic: 4 });
      expect(await hers()).toEqual([]);
      expect(await imap.seen()).toEqual([false, false, false, false]);
      expect(server.outbox()).toHaveLength(sent);
    });

    test('killed between taking and marking, it is taken once and marked by whoever comes next', async () => {
      await imap.deliver(reply('Once'));
      const dying = { markSeen: () => Promise.reject(new Error('killed')) };
      await expect(look(dying)).rejects.toThrow('killed');
      expect(await imap.seen()).toEqual([false]);
      expect(await look()).toEqual({ taken: 0, left: 0, automatic: 0 });
      expect(await hers()).toEqual(['Once']);
      expect(await imap.seen()).toEqual([true]);
    });

    test('the same mail that came twice is one message', async () => {
      const twice = reply('Twice');
      await imap.deliver(twice);
      await imap.deliver(twice);
      expect(await look()).toEqual({ taken: 1, left: 0, automatic: 0 });
      expect(await hers()).toEqual(['Twice']);
      expect(await imap.seen()).toEqual([true, true]);
    });

    test('also one that the owner has read already', async () => {
      await imap.deliver(reply('Read'));
      mailbox = await openMailbox(imap.url);
      await mailbox.markSeen(1);
      await mailbox.close();
      mailbox = undefined;
      expect(await look()).toMatchObject({ taken: 1 });
    });

    test('files are named and not kept, and what is too long is cut with a word about it', async () => {
      const part = (name: string, text: string) =>
        `--b\nContent-Type: image/png\nContent-Disposition: attachment; filename="${name}"\n\n${text}\n`;
      const mixed = { 'Content-Type': 'multipart/mixed; boundary=b' };
      const words = (text: string) => `--b\nContent-Type: text/plain; charset=utf-8\n\n${text}\n`;
      await imap.deliver(reply(`${words('See:')}${part('a.png', 'bytes')}--b--`, mixed));
      await imap.deliver(
        reply(`${words('y '.repeat(4_000))}${part('b.png', 'bytes')}--b--`, mixed),
      );
      await look();
      const [short, long = ''] = await hers();
      expect(short).toBe('See:\n\n(With this mail came a.png: to be found in our mailbox.)');
      expect(long.length).toBeLessThanOrEqual(5000);
      expect(long.length).toBeGreaterThan(4900);
      expect(long).toMatch(
        /y\n\n\(This mail is longer\. .*\)\n\n\(With this mail came b\.png: .*\)$/s,
      );
    });

    test('comes at once while the mailbox is followed, by one of several machines', async () => {
      const stops = [start(), start(), start()];
      await vi.waitFor(
        async () => expect((await readInbox(server.deps)).state).not.toBeNull(),
        10_000,
      );
      await imap.deliver(reply('Live'));
      await vi.waitFor(async () => expect(await hers()).toEqual(['Live']), 10_000);
      await imap.deliver('From: eve@mail.example\nSubject: Buy\n\nBuy');
      await vi.waitFor(
        async () => expect((await readInbox(server.deps)).state).toMatchObject({ unread: 1 }),
        10_000,
      );
      await Promise.all(stops.map((stop) => stop()));
      expect(await hers()).toEqual(['Live']);
      expect(await imap.seen()).toEqual([true, false]);
    });

    test('[Q3] a wrong password is said to the admin and in the log, without it', async () => {
      const lines: string[] = [];
      const logger = createLogger({ level: 'debug', isTerminal: false });
      vi.spyOn(logger, 'warn').mockImplementation(
        (...words) => void lines.push(JSON.stringify(words)),
      );
      const wrong = imap.url.replace(encodeURIComponent(IMAP_PASSWORD), 'not-the-password');
      const stop = start({ INBOX_URL: wrong }, logger);
      const admin = await fetchAdminToken(server);
      const asked = async () => {
        const answer = await fetch(`${server.url}${API_PATHS.admin}/inbox`, {
          headers: { Authorization: `Bearer ${admin}` },
        });
        return answer.text();
      };
      await vi.waitFor(async () => expect(await asked()).toContain('"failure":"sign_in"'), 10_000);
      await stop();
      expect(JSON.parse(await asked())).toMatchObject({ isRead: true, state: { unread: 0 } });
      expect(lines).toEqual([expect.stringContaining('sign_in')]);
      for (const secret of ['not-the-password', IMAP_USER, '127.0.0.1']) {
        expect(lines.join() + (await asked())).not.toContain(secret);
      }
      const { status } = await fetch(`${server.url}${API_PATHS.admin}/inbox`, {
        headers: { Authorization: `Bearer ${mother.session.access_token}` },
      });
      expect(status).toBe(403);
      expect(await (await fetch(`${server.url}/metrics`)).text()).toMatch(/^inbox_up 0$/m);
    });

    test('a server that went away is said, and read again when it is back', async () => {
      const own = await startImapServer();
      const stop = start({ INBOX_URL: own.url });
      const failure = async () => (await readInbox(server.deps)).state?.failure;
      await vi.waitFor(async () => expect(await failure()).toBeNull(), 10_000);
      await own.stop();
      await vi.waitFor(async () => expect(await failure()).toBe('unreachable'), 10_000);
      const again = await startImapServer({ port: own.port });
      await vi.waitFor(async () => expect(await failure()).toBeNull(), 20_000);
      await again.deliver(reply('After'));
      await vi.waitFor(async () => expect(await hers()).toEqual(['After']), 10_000);
      await stop();
      await again.stop();
    });

    test('over TLS only with a certificate that is trusted', async () => {
      await expect(openMailbox(imap.tlsUrl)).rejects.toMatchObject({ reason: 'tls' });
      setDefaultCACertificates([imap.certificate]);
      mailbox = await openMailbox(imap.tlsUrl);
      expect(await mailbox.countUnseen()).toBe(0);
    });

    test('a mailbox that is not there is told apart', async () => {
      await expect(openMailbox(`${imap.url}/Replies`)).rejects.toMatchObject({ reason: 'mailbox' });
    });
  },
);
