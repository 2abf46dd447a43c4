import { beforeEach, describe, expect, test } from 'vitest';
import type { TicketMessage } from '#contract/calls/ticket-thread.ts';
import { REPLIES_PER_PERSON } from '#contract/constants/limits.ts';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import { toJson } from '#db/codecs.ts';
import { buildTicket } from '#db/seeds/builders/build-service-rows.ts';
import { maintain } from '#server/maintenance.ts';
import { ENGINES, insertRows, readRow, readRows } from '#tests/support/databases/create-test-db.ts';
import { createTestServer, type TestServer } from '#tests/support/servers/create-test-server.ts';
import { send } from '#tests/support/servers/send.ts';
import { fetchAdminToken, type SignedIn, signUp } from '#tests/support/sign-in.ts';

const DAY_MS = 24 * 60 * 60_000;

/** The only ticket of a new server. */
const ticket = 1;

describe.each(ENGINES)('the thread of a ticket on %s', (engine) => {
  let server: TestServer;
  let admin: string;
  let ruth: SignedIn;
  beforeEach(async () => {
    server = await createTestServer({
      engine,
      rows: { settings: [{ key: 'brand', value: toJson({ email: 'desk@example.org' }) }] },
    });
    admin = await fetchAdminToken(server);
    ruth = await signUp(server);
    const words = { subject: 'No sound', message: 'It is quiet' };
    const row = buildTicket(1, { user_id: ruth.user.id, ...words });
    await insertRows(server.db, { support_tickets: [row] });
  });

  const ask = (path: string, bearer: string | undefined, body?: unknown) =>
    send(server, path, { bearer, body });
  const own = (id: unknown = ticket) => `${API_PATHS.ownTickets}/${id}/messages`;
  const ruthsToken = () => ruth.session.access_token;
  const reply = (text: string, bearer = ruthsToken()) => ask(own(), bearer, { text });
  const answer = (text: string, isClosed = false) =>
    ask(`${API_PATHS.admin}/tickets/${ticket}/answer`, admin, { answer: text, isClosed });
  const messagesOf = async (response: Response) => {
    const { messages }: { messages: TicketMessage[] } = await response.json();
    return messages.map(({ author, text }) => `${author}: ${text}`);
  };
  // Reads the database directly: the clock advances here, so the user's session expires.
  const read = () => readRow(server.db, 'support_tickets', {}, ['status', 'answer']);

  test('contains the messages of both sides in order; each message updates the ticket, and a reply reopens it', async () => {
    const changes = () =>
      readRows(server.db, 'change_log', { table_name: 'support_tickets' }, ['id']);
    await answer('Turn it up.', true);
    expect(await read()).toMatchObject({ status: 'closed' });
    server.clock.advance(1000);
    const replied = await reply(' It is up. ');
    expect(replied.status).toBe(201);
    const all = ['person: It is quiet', 'helpdesk: Turn it up.', 'person: It is up.'];
    expect(await messagesOf(replied)).toEqual(all);
    expect(await read()).toEqual({ status: 'open', answer: 'Turn it up.' });
    server.clock.advance(1000);
    await answer('Then restart it.');
    all.push('helpdesk: Then restart it.');
    expect(await messagesOf(await ask(own(), ruthsToken()))).toEqual(all);
    const byAdmin = await ask(`${API_PATHS.admin}/tickets/${ticket}/messages`, admin);
    expect(await messagesOf(byAdmin)).toEqual(all);
    expect(await read()).toEqual({ status: 'answered', answer: 'Then restart it.' });
    const before = (await changes()).length;
    await reply('One');
    await reply('Two');
    expect(await changes()).toHaveLength(before + 2);
  });

  test('includes an answer that is stored in the ticket only, as in older versions', async () => {
    await server
      .supabase(admin)
      .from('support_tickets')
      .update({ answer: 'Of old', answered_at: new Date(server.clock.now()).toISOString() })
      .eq('id', ticket)
      .throwOnError();
    const old = ['person: It is quiet', 'helpdesk: Of old'];
    expect(await messagesOf(await ask(own(), ruthsToken()))).toEqual(old);
    server.clock.advance(1000);
    await answer('And new');
    expect(await messagesOf(await ask(own(), ruthsToken()))).toEqual([...old, 'helpdesk: And new']);
  });

  test('is closed automatically when an answer gets no reply for the stated number of days, unless TICKET_SILENCE_DAYS is 0', async () => {
    server.clock.advance(100 * DAY_MS);
    await maintain(server.deps);
    expect(await read()).toMatchObject({ status: 'open' });
    admin = await fetchAdminToken(server);
    await answer('Turn it up.');
    const mail = server.outbox().findLast(({ to }) => to.includes(ruth.email));
    expect(mail?.text).toContain('hear nothing from you for 14 days');
    server.clock.advance(13 * DAY_MS);
    await maintain(server.deps);
    expect(await read()).toMatchObject({ status: 'answered' });
    server.clock.advance(2 * DAY_MS);
    const config = { ...server.deps.config, TICKET_SILENCE_DAYS: 0 };
    await maintain({ ...server.deps, config });
    expect(await read()).toMatchObject({ status: 'answered' });
    await maintain(server.deps);
    expect(await read()).toEqual({ status: 'closed', answer: 'Turn it up.' });
    const entry = await readRow(server.db, 'audit_log', {
      table_name: 'support_tickets',
      actor: 'schedule',
    });
    expect(entry).toMatchObject({ row_id: String(ticket), after: { status: 'closed' } });
  });

  test('is deleted with its ticket', async () => {
    await answer('Turn it up.');
    await server.supabase(admin).from('support_tickets').delete().eq('id', ticket).throwOnError();
    expect(await server.db.kysely.selectFrom('ticket_messages').selectAll().execute()).toEqual([]);
  });

  // SQLite is enough below: these tests run only SQL that the tests above cover on both engines.
  if (engine !== 'sqlite') return;

  test('[Q2] is visible to its user and the admin only; others cannot tell that it exists', async () => {
    const other = await signUp(server);
    const mary = other.session.access_token;
    const anon = server.deps.config.ANON_KEY;
    for (const body of [undefined, { text: 'Let me in' }]) {
      expect((await ask(own(), undefined, body)).status).toBe(401);
      expect((await ask(own(), anon, body)).status).toBe(401);
      expect((await ask(own(), admin, body)).status).toBe(403);
      const refused = await ask(own(), mary, body);
      expect(refused.status).toBe(404);
      const missing = await ask(own(99_999), mary, body);
      const { requestId: _one, ...words } = await refused.json();
      const { requestId: _other, ...same } = await missing.json();
      expect(words).toEqual(same);
      for (const id of ['abc', '0', '-1', '99999999999', '1.5', '1e3'])
        expect((await ask(own(id), ruthsToken(), body)).status).toBe(404);
    }
    expect(await messagesOf(await ask(own(), ruthsToken()))).toEqual(['person: It is quiet']);
  });

  test('refuses empty, too long and too many messages', async () => {
    for (const text of [undefined, '', '  ', 7, 'x'.repeat(5001)]) {
      const refused = await ask(own(), ruthsToken(), { text });
      expect(refused.status).toBe(400);
      expect(await refused.json()).toMatchObject({ code: 'bad_request' });
    }
    expect((await reply('x'.repeat(5000))).status).toBe(201);
    const rest = Array.from({ length: REPLIES_PER_PERSON - 1 }, () => ({
      ticket_id: ticket,
      author: 'person' as const,
      text: 'again',
    }));
    await server.db.kysely.insertInto('ticket_messages').values(rest).execute();
    const full = await reply('and again');
    expect(full.status).toBe(400);
    expect((await full.json()).message).toContain('as many messages as we can keep');
  });

  test('mails answers with the owner’s Reply-To, never the built-in address', async () => {
    const replyTo = () => server.outbox().findLast(({ to }) => to.includes(ruth.email))?.headers;
    await answer('Turn it up.');
    expect(replyTo()?.['reply-to']).toBe('desk@example.org');
    await server.supabase(admin).from('settings').delete().eq('key', 'brand').throwOnError();
    await answer('Turn it up again.');
    expect(replyTo()?.['reply-to']).toBeUndefined();
  });
});
