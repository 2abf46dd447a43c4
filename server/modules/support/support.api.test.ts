import { describe, expect, test } from 'vitest';
import { buildTicket } from '#db/seeds/builders/build-service-rows.ts';
import { ENGINES, insertRows, readRows } from '#tests/support/databases/create-test-db.ts';
import { createTestServer, type TestServer } from '#tests/support/servers/create-test-server.ts';
import { callAdmin, send } from '#tests/support/servers/send.ts';
import { fetchAdminToken, type SignedIn, signUp } from '#tests/support/sign-in.ts';

/** The first ticket of a new server. */
async function openTicket(server: TestServer, { user }: SignedIn): Promise<number> {
  const subject = 'No sound\nat all';
  const ticket = buildTicket(1, { user_id: user.id, subject, message: 'It is quiet here' });
  await insertRows(server.db, { support_tickets: [ticket] });
  return 1;
}

describe.each(ENGINES)('an answer to a ticket on %s', async (engine) => {
  const server = await createTestServer({ engine });
  const admin = await fetchAdminToken(server);
  const ruth = await signUp(server);
  const ticket = await openTicket(server, ruth);
  const answer = (bearer: string, body: unknown, id: number | string = ticket) =>
    callAdmin(server, `/tickets/${id}/answer`, { bearer, body });
  const read = async () => {
    const { data } = await ruth.client.from('support_tickets').select().eq('id', ticket);
    return data?.[0];
  };

  test('reaches the ticket, the notifications and the mailbox of the user', async () => {
    const other = await signUp(server);
    expect((await answer(admin, { answer: ' Please turn it up.\n\nPeace <3 ' })).status).toBe(200);
    expect(await read()).toMatchObject({
      status: 'answered',
      answer: 'Please turn it up.\n\nPeace <3',
      answered_at: expect.any(String),
    });
    const { data: notifications } = await ruth.client.from('notifications').select('title, body');
    expect(notifications).toEqual([
      { title: 'Our answer: No sound\nat all', body: 'Please turn it up.\n\nPeace <3' },
    ]);
    expect((await other.client.from('notifications').select()).data).toEqual([]);
    const mail = server.outbox().findLast(({ to }) => to.includes(ruth.email));
    expect(mail?.subject).toBe('Our answer: No sound at all');
    expect(mail?.html).toContain('Peace &lt;3');
    expect(mail?.html).toContain(`(T-${ticket})`);
  });

  test('is in the audit log with old and new values, without the message', async () => {
    const entries = await readRows(server.db, 'audit_log', { table_name: 'support_tickets' });
    expect(entries).toMatchObject([
      {
        action: 'update',
        row_id: String(ticket),
        before: { status: 'open', answer: null },
        after: { status: 'answered' },
      },
    ]);
    expect(JSON.stringify(entries)).not.toContain('quiet');
  });

  test('changes nothing if the mail server refuses it', async () => {
    const failing = await createTestServer({
      engine,
      deps: { mailer: { send: () => Promise.reject(new Error('no mail server')) } },
    });
    const writer = await signUp(failing);
    const id = await openTicket(failing, writer);
    const token = await fetchAdminToken(failing);
    const body = { answer: 'Hi' };
    expect(
      (await callAdmin(failing, `/tickets/${id}/answer`, { bearer: token, body })).status,
    ).toBe(500);
    const { data } = await writer.client.from('support_tickets').select('status, answer');
    expect(data).toEqual([{ status: 'open', answer: null }]);
    expect((await writer.client.from('notifications').select()).data).toEqual([]);
  });

  test('cuts the title of the notification when the subject has its maximum length', async () => {
    const subject = '💛'.repeat(500);
    const row = { user_id: ruth.user.id, subject, message: 'Quiet' };
    const { data } = await ruth.client.from('support_tickets').insert(row).select().single();
    const answered = await answer(admin, { answer: 'Louder now.', isClosed: false }, data.id);
    expect(answered.status).toBe(200);
    const { data: latest } = await ruth.client
      .from('notifications')
      .select('title')
      .order('id', { ascending: false })
      .limit(1)
      .single();
    expect(latest?.title).toBe(`Our answer: ${'💛'.repeat(487)}…`);
  });

  // SQLite is enough below: these tests run only SQL that the tests above cover on both engines.
  if (engine !== 'sqlite') return;

  test('[Q3] is all that an admin may write; subject, message and owner are read-only', async () => {
    const other = await signUp(server);
    const changes = [{ message: 'other words' }, { subject: 'other' }, { user_id: other.user.id }];
    for (const change of changes) {
      const path = `/rest/v1/support_tickets?id=eq.${ticket}`;
      const answered = await send(server, path, { bearer: admin, method: 'PATCH', body: change });
      expect(answered.status).toBe(403);
    }
    expect(await read()).toMatchObject({ message: 'It is quiet here', user_id: ruth.user.id });
  });

  test('is not sent if it is empty, too long or to an unknown ticket', async () => {
    const sent = server.outbox().length;
    expect((await answer(admin, { answer: '  ' })).status).toBe(400);
    expect((await answer(admin, { answer: 'x'.repeat(5001) })).status).toBe(400);
    expect((await answer(admin, { answer: 'Hello' }, 99_999)).status).toBe(404);
    expect((await answer(admin, { answer: 'Hello' }, 'abc')).status).toBe(404);
    expect(server.outbox()).toHaveLength(sent);
  });
});
