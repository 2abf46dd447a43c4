import { beforeEach, describe, expect, test } from 'vitest';
import type { TicketMessage } from '#contract/calls/ticket-thread.ts';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import { toJson } from '#db/codecs.ts';
import { buildTicket } from '#db/seeds/builders/build-service-rows.ts';
import { eraseAccount } from '#server/modules/privacy/erasure/erasure.usecases.ts';
import {
  changeRows,
  ENGINES,
  insertRows,
  readRows,
} from '#tests/support/databases/create-test-db.ts';
import { createTestServer, type TestServer } from '#tests/support/servers/create-test-server.ts';
import { callAdmin, send } from '#tests/support/servers/send.ts';
import { fetchAdminToken, type SignedIn, signUp } from '#tests/support/sign-in.ts';
import { findAnsweredTicket, storeMailedReply } from './mailed-replies.usecases.ts';

const INBOX_URL = 'imaps://desk%40cradlesong.example:secret@127.0.0.1';

describe.each(ENGINES)('a reply by mail on %s', (engine) => {
  let server: TestServer;
  let admin: string;
  let ruth: SignedIn;
  let ticket: number;
  beforeEach(async () => {
    server = await createTestServer({
      engine,
      config: { INBOX_URL },
      rows: { settings: [{ key: 'brand', value: toJson({ email: 'owner@example.org' }) }] },
    });
    admin = await fetchAdminToken(server);
    ruth = await signUp(server);
    ticket = await openTicket(ruth);
    await answer(ticket);
  });

  const openTicket = async ({ user }: SignedIn, id = 1) => {
    const row = buildTicket(1, { id, user_id: user.id, subject: 'No\nsound' });
    await insertRows(server.db, { support_tickets: [row] });
    return id;
  };
  const answer = async (id: number) => {
    const { status } = await callAdmin(server, `/tickets/${id}/answer`, {
      bearer: admin,
      body: { answer: 'Turn it up.' },
    });
    expect(status).toBe(200);
  };
  const mailTo = ({ email }: SignedIn) => server.outbox().findLast(({ to }) => to.includes(email));
  const referencesTo = (person: SignedIn) => String(mailTo(person)?.headers['references']);
  const find = (referenceHeaders: string, sender: string | undefined = ruth.email.toLowerCase()) =>
    findAnsweredTicket(server.deps, { referenceHeaders, sender });
  const take = (mailKey: string, text = 'By mail') =>
    storeMailedReply(server.deps, { ticketId: ticket, mailKey, text });
  const messages = () => readRows(server.db, 'ticket_messages', {}, ['author', 'text']);

  test('[Q2] is matched by signed reference and sender address together, never by only one of them, and not from a banned user', async () => {
    const other = await signUp(server);
    const theirs = await openTicket(other, 2);
    await answer(theirs);
    expect(await find(referencesTo(ruth), other.email.toLowerCase())).toBeUndefined();
    expect(await find(referencesTo(other))).toBeUndefined();
    expect(await find(referencesTo(ruth), undefined)).toBe(ticket);
    expect(
      await findAnsweredTicket(server.deps, {
        referenceHeaders: referencesTo(ruth),
        sender: undefined,
      }),
    ).toBeUndefined();
    const guessed = referencesTo(ruth).replace(/-\w{10}@/, '-7KQ2M9XWH4@');
    expect(await find(`${guessed} T-${ticket}`)).toBeUndefined();
    const banned_until = new Date(server.clock.now() + 60_000).toISOString();
    await changeRows(server.db, 'users', { id: ruth.user.id }, { banned_until });
    expect(await find(referencesTo(ruth))).toBeUndefined();
  });

  test('becomes a message, reopens the ticket and notifies open pages', async () => {
    const changes = () =>
      readRows(server.db, 'change_log', { table_name: 'support_tickets' }, ['id']);
    const before = (await changes()).length;
    expect(await take('one')).toBe('taken');
    expect(await messages()).toEqual([
      { author: 'helpdesk', text: 'Turn it up.' },
      { author: 'person', text: 'By mail' },
    ]);
    const { data } = await ruth.client.from('support_tickets').select('status').single();
    expect(data).toEqual({ status: 'open' });
    expect(await changes()).toHaveLength(before + 1);
    const own = await send(server, `${API_PATHS.ownTickets}/${ticket}/messages`, {
      bearer: ruth.session.access_token,
    });
    const thread: { messages: TicketMessage[] } = await own.json();
    expect(thread.messages.at(-1)).toMatchObject({ author: 'person', text: 'By mail' });
  });

  test('is stored once, even if many processes take it at the same time', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => take('same')));
    expect(all.filter((outcome) => outcome === 'taken')).toHaveLength(1);
    expect(all.filter((outcome) => outcome === 'known')).toHaveLength(7);
    expect(await take('same', 'Sent again')).toBe('known');
    expect(await messages()).toHaveLength(2);
  });

  test('[X1] is erased with the user and does not return', async () => {
    const referenceHeaders = referencesTo(ruth);
    await take('first', 'I am Ruth');
    await eraseAccount(server.deps, ruth.user.id, ruth.email);
    expect(await messages()).toEqual([]);
    expect(await find(referenceHeaders)).toBeUndefined();
    expect(await take('later')).toBe('gone');
  });

  // SQLite is enough below: these tests run only SQL that the tests above cover on both engines.
  if (engine !== 'sqlite') return;

  test('goes to the mailbox and refers to its ticket, through Reply-To and a signed reference in the answer', async () => {
    const mail = mailTo(ruth);
    expect(mail?.headers['reply-to']).toBe('desk@cradlesong.example');
    expect(mail?.subject).toMatch(/^Our answer: No sound \[T-\d+-\w{10}\]$/);
    expect(mail?.text.replace(/\s+/g, ' ')).toContain('Reply to this mail or in your profile');
    expect(await find(referencesTo(ruth))).toBe(ticket);
    expect(await find(`AW: ${mail?.subject}`)).toBe(ticket);
  });
});
