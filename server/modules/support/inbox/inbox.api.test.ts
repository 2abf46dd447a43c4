import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { buildTicket } from '#db/seeds/builders/build-service-rows.ts';
import type { Config } from '#server/core/config/config.ts';
import { createLogger } from '#server/core/telemetry/logger.ts';
import { insertRows, readRows } from '#tests/support/databases/create-test-db.ts';
import { createTestServer, type TestServer } from '#tests/support/servers/create-test-server.ts';
import {
  hasImapServer,
  IMAP_PASSWORD,
  IMAP_USER,
  startImapServer,
} from '#tests/support/servers/imap-server.ts';
import { callAdmin } from '#tests/support/servers/send.ts';
import { fetchAdminToken, type SignedIn, signUp } from '#tests/support/sign-in.ts';
import { openMailReader, readInbox, scanMailbox } from './inbox.usecases.ts';
import { type Mailbox, openMailbox } from './mailbox.ts';
import { startInbox } from './start-inbox.ts';

const skipNote = hasImapServer ? '' : ' (skipped: dovecot is not installed)';

describe.skipIf(!hasImapServer)(`replies from a mailbox${skipNote}`, async () => {
  const imap = await startImapServer();
  afterAll(() => imap.stop());

  let server: TestServer;
  let ruth: SignedIn;
  const ticket = 1;
  let mailbox: Mailbox | undefined;
  beforeEach(async () => {
    server = await createTestServer({ config: { INBOX_URL: imap.url } });
    ruth = await signUp(server);
    await insertRows(server.db, {
      support_tickets: [buildTicket(1, { user_id: ruth.user.id })],
    });
    const bearer = await fetchAdminToken(server);
    const body = { answer: 'Turn it up.' };
    await callAdmin(server, `/tickets/${ticket}/answer`, { bearer, body });
  });
  afterEach(async () => {
    await mailbox?.close();
    mailbox = undefined;
    await imap.empty();
  });

  /** A user's reply to a mail; a given header replaces the default one. */
  function reply(text: string, headers: Record<string, string> = {}): string {
    const mail = server.outbox().findLast(({ to }) => to.includes(ruth.email));
    const own = {
      From: `Ruth <${ruth.email.toUpperCase()}>`,
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

  const scan = async (other?: Partial<Mailbox>, reader?: ReturnType<typeof openMailReader>) => {
    mailbox ??= await openMailbox(imap.url);
    const used = { ...mailbox, ...other };
    return (await scanMailbox(server.deps, used, undefined, undefined, reader)).counts;
  };
  /** Opens the mailbox again, as the next run does: a scan reads only mails that arrived before the opening. */
  const scanAgain = async () => {
    await mailbox?.close();
    mailbox = undefined;
    return scan();
  };
  const readReplies = async () => {
    const own = { ticket_id: ticket, author: 'person' } as const;
    const rows = await readRows(server.db, 'ticket_messages', own);
    return rows.map(({ text }) => text);
  };
  const start = (change: Partial<Config> = {}, logger = server.deps.logger) =>
    startInbox(
      { ...server.deps, logger, config: { ...server.deps.config, ...change } },
      { firstWaitMs: 50 },
    );

  test('a reply whose signed reference is in the subject or in the headers becomes one message of its ticket, and is marked as read', async () => {
    await imap.deliver(
      reply(`It is up.\n\nOn Tue, 24 Nov 2026 at 21:58, X <${IMAP_USER}> wrote:\n> Turn it up.`),
    );
    expect(await scan()).toEqual({ taken: 1, left: 0, automatic: 0 });
    expect(await readReplies()).toEqual(['It is up.']);
    expect(await imap.seen()).toEqual([true]);
    expect(await scan()).toEqual({ taken: 0, left: 0, automatic: 0 });
    const twice = reply('By subject', { References: '', 'In-Reply-To': '' });
    await imap.deliver(twice);
    await imap.deliver(twice);
    await imap.deliver(reply('By header', { Subject: 'Something else' }));
    expect(await scanAgain()).toMatchObject({ taken: 2 });
    expect(await readReplies()).toEqual(['It is up.', 'By subject', 'By header']);
    expect(await imap.seen()).toEqual([true, true, true, true]);
  });

  test('after a kill between storing and marking, a mail is stored once and marked by the next run', async () => {
    await imap.deliver(reply('Once'));
    const failing = { markSeen: () => Promise.reject(new Error('killed')) };
    await expect(scan(failing)).rejects.toThrow('killed');
    expect(await imap.seen()).toEqual([false]);
    expect(await scan()).toEqual({ taken: 0, left: 0, automatic: 0 });
    expect(await readReplies()).toEqual(['Once']);
    expect(await imap.seen()).toEqual([true]);
  });

  test('a reply arrives at once through one of several machines that watch the mailbox', async () => {
    const stops = [start(), start(), start()];
    const state = async () => (await readInbox(server.deps)).state;
    await expect.poll(state).not.toBeNull();
    await imap.deliver(reply('Live'));
    await expect.poll(readReplies).toEqual(['Live']);
    await imap.deliver('From: eve@mail.example\nSubject: Buy\n\nBuy');
    await expect.poll(state).toMatchObject({ unread: 1 });
    await Promise.all(stops.map((stop) => stop()));
    expect(await readReplies()).toEqual(['Live']);
    expect(await imap.seen()).toEqual([true, false]);
  });

  test('[Q2] a mail without a ticket stays unread, and gets no answer', async () => {
    const sent = server.outbox().length;
    await imap.deliver(reply('Another sender', { From: 'eve@mail.example' }));
    await imap.deliver(reply('Two senders', { From: `${ruth.email}, eve@mail.example` }));
    await imap.deliver(
      reply('No reference', { References: '<1@x.example>', Subject: `Re: T-${ticket}` }),
    );
    await imap.deliver(
      reply('A guess', { References: `<T-${ticket}-7KQ2M9XWH4@x.example>`, Subject: 'Re:' }),
    );
    await imap.deliver('From: eve@mail.example\nSubject: Buy\n\nBuy');
    await imap.deliver(reply(''));
    expect(await scan()).toEqual({ taken: 0, left: 6, automatic: 0 });
    expect(await readReplies()).toEqual([]);
    expect(await imap.seen()).toEqual([false, false, false, false, false, false]);
    expect(server.outbox()).toHaveLength(sent);
  });

  test('[Q3] a wrong password is reported to the admin and logged without the password', async () => {
    const lines: string[] = [];
    const logger = createLogger({ level: 'debug', isTerminal: false });
    vi.spyOn(logger, 'warn').mockImplementation(
      (...words) => void lines.push(JSON.stringify(words)),
    );
    const wrong = imap.url.replace(encodeURIComponent(IMAP_PASSWORD), 'not-the-password');
    const stop = start({ INBOX_URL: wrong }, logger);
    const admin = await fetchAdminToken(server);
    const asked = async () => {
      const answer = await callAdmin(server, '/inbox', { bearer: admin });
      return answer.text();
    };
    await expect.poll(asked).toContain('"failure":"sign_in"');
    await stop();
    expect(JSON.parse(await asked())).toMatchObject({ isRead: true, state: { unread: 0 } });
    expect(lines[0]).toContain('sign_in');
    for (const secret of ['not-the-password', IMAP_USER, '127.0.0.1']) {
      expect(lines.join() + (await asked())).not.toContain(secret);
    }
    const { status } = await callAdmin(server, '/inbox', { bearer: ruth.session.access_token });
    expect(status).toBe(403);
    expect(await (await fetch(`${server.url}/metrics`)).text()).toMatch(/^inbox_up 0$/m);
  });

  const LINE = `On Tue, 24 Nov 2026 at 21:58, Cradlesong <${IMAP_USER}> wrote:`;
  const QUOTE = '> Our answer to you\n>\n> Turn it up.';
  const HEADERS = `From: Cradlesong <${IMAP_USER}>\nSent: Tuesday, 24 November 2026 21:58\nTo: Ruth <ruth@x.example>\nSubject: Our answer\n\nTurn it up.`;

  test('[Q3] the password is sent over TLS, and only to a server with a trusted certificate', async () => {
    await expect(openMailbox(imap.tlsUrl)).rejects.toMatchObject({ reason: 'certificate' });
  });

  test('an automatic mail is not stored and gets no answer; a personal mail from Outlook and a mail already read by the owner become messages', async () => {
    const sent = server.outbox().length;
    await imap.deliver(reply('I am away.', { 'Auto-Submitted': 'auto-replied' }));
    await imap.deliver(reply('I am away.', { Precedence: 'bulk' }));
    await imap.deliver(reply('Not delivered', { 'Return-Path': '<>' }));
    await imap.deliver(reply('Not delivered', { 'Content-Type': 'multipart/report; boundary=x' }));
    expect(await scan()).toEqual({ taken: 0, left: 0, automatic: 4 });
    expect(await readReplies()).toEqual([]);
    expect(await imap.seen()).toEqual([false, false, false, false]);
    expect(server.outbox()).toHaveLength(sent);
    // Outlook also sets this header on personal mails.
    await imap.deliver(reply('By a person', { 'X-Auto-Response-Suppress': 'All' }));
    await imap.deliver(reply('Read'), { isSeen: true });
    expect(await scanAgain()).toMatchObject({ taken: 2 });
    expect(await readReplies()).toEqual(['By a person', 'Read']);
  });

  test('attachments are listed by name but not stored, inline pictures are dropped, and a long text is cut with a note', async () => {
    const part = (name: string, text: string) =>
      `--b\nContent-Type: image/png\nContent-Disposition: attachment; filename="${name}"\n\n${text}\n`;
    const mixed = { 'Content-Type': 'multipart/mixed; boundary=b' };
    const words = (text: string) => `--b\nContent-Type: text/plain; charset=utf-8\n\n${text}\n`;
    await imap.deliver(reply(`${words('See:')}${part('a.png', 'bytes')}--b--`, mixed));
    await imap.deliver(reply(`${words('y '.repeat(4_000))}${part('b.png', 'bytes')}--b--`, mixed));
    const parts = [
      '--mix\nContent-Type: multipart/related; boundary=rel\n',
      '--rel\nContent-Type: text/html\n\n<p>Look:</p><img src="cid:logo@x">',
      '--rel\nContent-Type: image/png; name="logo.png"\nContent-ID: <logo@x>\nContent-Disposition: inline; filename="logo.png"\n\nx\n--rel--',
      "--mix\nContent-Type: image/jpeg\nContent-Disposition: attachment; filename*=UTF-8''Bild%20%C3%BC.jpg\n\nx",
      '--mix\nContent-Type: message/rfc822\n\nFrom: o@x.example\nSubject: Inside\n\nOthers\n--mix--',
    ];
    await imap.deliver(
      reply(parts.join('\n'), { 'Content-Type': 'multipart/mixed; boundary=mix' }),
    );
    await scan();
    const [short, long = '', inline] = await readReplies();
    expect(inline).toBe(
      'Look:\n\n(Attached to this mail, in our mailbox: Bild ü.jpg, a file without a name)',
    );
    expect(short).toBe('See:\n\n(Attached to this mail, in our mailbox: a.png)');
    expect(long.length).toBeLessThanOrEqual(5000);
    expect(long.length).toBeGreaterThan(4900);
    expect(long).toMatch(
      /y\n\n\(This mail is longer\. .*\)\n\n\(Attached to this mail, in our mailbox: b\.png\)$/s,
    );
  });

  test('a reply is stored without quotes and signatures, unless its own text might be lost', async () => {
    const replies: [sent: string, words: string][] = [
      [`Hers\n\n${LINE}\n\n${QUOTE}\n`, 'Hers'],
      [`Hers\n\nAm 24.11.2026 um 21:58 schrieb Cradlesong:\n${QUOTE}`, 'Hers'],
      [`${LINE}\n${QUOTE}\n\nHers`, 'Hers'],
      ['Hers\n\n-----Ursprüngliche Nachricht-----\nVon: Cradlesong\n\nOurs', 'Hers'],
      [`Hers\n\n________________________________\n${HEADERS}`, 'Hers'],
      ['Hers\n\n-- \nRuth Bell\nMother of three', 'Hers'],
      [`Hers\n\nSent from my iPhone\n\n${QUOTE}`, 'Hers'],
      [`Before\n\n${LINE}\n${QUOTE}\n\nAfter`, `Before\n\n${LINE}\n${QUOTE}\nAfter`],
      [
        'Hello,\n\nSubject: sleep\nFrom: one to four\n\nWhat now?',
        'Hello,\n\nSubject: sleep\nFrom: one to four\n\nWhat now?',
      ],
      [QUOTE, QUOTE],
    ];
    for (const [sent] of replies) await imap.deliver(reply(sent));
    expect(await scan()).toMatchObject({ taken: replies.length });
    expect(await readReplies()).toEqual(replies.map(([, words]) => words));
  });

  test('a reply in HTML only is converted to text', async () => {
    const html = { 'Content-Type': 'text/html; charset=utf-8' };
    await imap.deliver(
      reply(
        `<html><head><style>P {margin:0}</style><title>x</title></head><body>
<div>It is &lt;3 better&nbsp;now.<br>And <b>you</b>?</div><div id="appendonsend"></div><hr>
<div id="divRplyFwdMsg"><b>From:</b> Cradlesong<br><b>Subject:</b> Our answer</div><div>Turn it up.</div></body></html>`,
        html,
      ),
    );
    await imap.deliver(
      reply(
        `<div>Yes, please.<div><br></div><div>Ruth</div></div><br><div class="gmail_quote"><div>On Tue, 24 Nov 2026 at 21:58, X &lt;<a href="mailto:x@y.example">x@y.example</a>&gt; wrote:<br></div><blockquote>Turn it up.</blockquote></div>`,
        html,
      ),
    );
    await scan();
    expect(await readReplies()).toEqual(['It is <3 better now.\nAnd you?', 'Yes, please.\n\nRuth']);
  });

  test('every charset is decoded, even an unknown one', async () => {
    const charsets: [charset: string, sent: Buffer, words: string][] = [
      ['windows-1252', Buffer.from('caf\u00e9 \u0093yes\u0094', 'latin1'), 'café “yes”'],
      ['iso-2022-jp', Buffer.from([0x1b, 0x24, 0x42, 0x24, 0x22, 0x1b, 0x28, 0x42]), 'あ'],
      ['x-nobody-knows', Buffer.from('привет'), 'привет'],
    ];
    for (const [charset, sent] of charsets) {
      await imap.deliver(
        reply(sent.toString('base64'), {
          'Content-Type': `text/plain; charset=${charset}`,
          'Content-Transfer-Encoding': 'base64',
        }),
      );
    }
    const flowed = { 'Content-Type': 'text/plain; charset=utf-8; format=flowed' };
    await imap.deliver(reply('One \nline', flowed));
    await scan();
    expect(await readReplies()).toEqual([...charsets.map(([, , words]) => words), 'One line']);
  });

  test.each([
    ['1.7 MB of nested quotes', 'text/html', '<blockquote>'.repeat(150_000)],
    ['0.9 MB of plain lines', 'text/plain', 'a line of plain text\n'.repeat(43_000)],
  ])('%s block nothing, and the next mail is stored', async (_what, type, text) => {
    await imap.deliver(reply(text, { 'Content-Type': `${type}; charset=utf-8` }));
    await imap.deliver(reply('The next'));
    expect(await longestTurn(scan)).toBeLessThan(50);
    expect((await readReplies()).at(-1)).toBe('The next');
    for (const words of await readReplies()) expect(words.length).toBeLessThanOrEqual(5000);
  });

  test('a mail that takes too long to parse is skipped, and the next mail is stored', async () => {
    await imap.deliver(reply('On '.repeat(60_000)));
    await imap.deliver(reply('The next'));
    // Parsing it takes several seconds on any machine.
    const hastyReader = openMailReader(2_500);
    expect(await scan({}, hastyReader)).toEqual({ taken: 1, left: 1, automatic: 0 });
    expect(await readReplies()).toEqual(['The next']);
  }, 60_000);

  test('an unreachable mail server is reported, and the mailbox is read again once it returns', async () => {
    const own = await startImapServer();
    const stop = start({ INBOX_URL: own.url });
    const failure = async () => (await readInbox(server.deps)).state?.failure;
    await expect.poll(failure).toBeNull();
    await own.stop();
    await expect.poll(failure).toBe('unreachable');
    const again = await startImapServer({ port: own.port });
    await expect.poll(failure, { timeout: 20_000 }).toBeNull();
    await again.deliver(reply('After'));
    await expect.poll(readReplies).toEqual(['After']);
    await stop();
    await again.stop();
  });
});

/** The longest time without a turn of the event loop, in CPU milliseconds of this thread: other load does not count. */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let before = process.threadCpuUsage();
  const measure = () => {
    const { user, system } = process.threadCpuUsage(before);
    longest = Math.max(longest, (user + system) / 1000);
    before = process.threadCpuUsage();
  };
  const ticks = setInterval(measure, 10);
  await work();
  clearInterval(ticks);
  measure();
  return longest;
}
