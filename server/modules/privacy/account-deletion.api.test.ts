import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import { buildDeletionRequest } from '#db/seeds/builders/build-service-rows.ts';
import { lockUser } from '#server/core/actors/lock-user.repository.ts';
import { changeRows, ENGINES, readRows } from '#tests/support/databases/create-test-db.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';
import { send } from '#tests/support/servers/send.ts';
import { signUp } from '#tests/support/sign-in.ts';

const DAY_MS = 24 * 60 * 60_000;
const form = (email: string, part: Record<string, unknown> = {}) => ({
  email,
  reason: 'not-using',
  confirmDeletion: true,
  ...part,
});

describe.each(ENGINES)('[X1] a deletion request on %s', async (engine) => {
  const server = await createTestServer({ engine });

  const ask = (body: unknown, bearer?: string) =>
    send(server, API_PATHS.accountDeletion, { bearer, body });
  const requestsOf = (email: string) => readRows(server.db, 'deletion_requests', { email });
  const linkTo = (email: string) => {
    const mail = server.outbox().findLast(({ to }) => to.includes(email));
    return mail?.links[0];
  };
  /** The mail is sent after the response. */
  const waitForLink = (email: string) =>
    vi.waitFor(() => {
      const link = linkTo(email);
      if (!link) throw new Error(`no mail to ${email} yet`);
      return link;
    });

  test('is confirmed at once, without a mail, if a signed-in user requests it for their own address, and not duplicated while it is pending', async () => {
    const { email, session, user } = await signUp(server);
    const answer = await ask(
      form(email, { feedback: 'Thank you', dataDownload: true }),
      session.access_token,
    );
    expect(answer.status).toBe(202);
    expect(await requestsOf(email)).toMatchObject([
      { status: 'confirmed', user_id: user.id, feedback: 'Thank you', data_download: true },
    ]);
    expect((await ask(form(email))).status).toBe(202);
    expect(await requestsOf(email)).toHaveLength(1);
    expect(linkTo(email)).toBeUndefined();
  });

  test.each(['anna&max', 'a..b'])(
    'may be for any address that an account can have: %s@…',
    async (name) => {
      const { email } = await signUp(server, { email: `${name}@example.org` });
      expect((await ask(form(email))).status).toBe(202);
      expect(await requestsOf(email)).toHaveLength(1);
    },
  );

  test('is not duplicated by another request of the user that is stored at the same moment', async () => {
    const { email, session, user } = await signUp(server);
    const { db } = server;
    let answer: Promise<Response> | undefined;
    await db.transaction(async (trx) => {
      await lockUser(trx, db.sql, user.id);
      answer = ask(form(email), session.access_token);
      // Gives the request time to wait for this transaction.
      await sleep(300);
      const row = buildDeletionRequest(1, { user_id: user.id, email, status: 'confirmed' });
      await trx.insertInto('deletion_requests').values(row).execute();
    });
    expect((await answer)?.status).toBe(202);
    expect(await requestsOf(email)).toHaveLength(1);
  });

  test('is confirmed only by the button behind the mailed link if it is for the address of another user', async () => {
    const { email, user } = await signUp(server);
    const other = await signUp(server);
    expect((await ask(form(email), other.session.access_token)).status).toBe(202);
    expect(await requestsOf(email)).toMatchObject([{ status: 'received', user_id: null }]);
    const link = await waitForLink(email);
    expect((await fetch(link)).status).toBe(200);
    expect(await requestsOf(email)).toMatchObject([{ status: 'received' }]);
    expect((await fetch(link, { method: 'POST' })).status).toBe(200);
    expect((await fetch(link, { method: 'POST' })).status).toBe(200);
    expect(await requestsOf(email)).toMatchObject([{ status: 'confirmed', user_id: user.id }]);
  });

  test('is confirmed only by the newest link when it is repeated, and remains one request', async () => {
    const { email } = await signUp(server);
    await ask(form(email));
    const first = await waitForLink(email);
    server.clock.advance(2 * 60_000);
    await ask(form(email, { reason: 'too-expensive' }));
    const second = await vi.waitFor(() => {
      const link = linkTo(email);
      if (!link || link === first) throw new Error('no second mail yet');
      return link;
    });
    expect((await fetch(first, { method: 'POST' })).status).toBe(404);
    expect((await fetch(second, { method: 'POST' })).status).toBe(200);
    expect(await requestsOf(email)).toMatchObject([
      { status: 'confirmed', reason: 'too-expensive' },
    ]);
  });

  describe('through the table', () => {
    const row = (user_id: string, email: string) => ({ user_id, email, reason: 'other' as const });

    test('is confirmed at once under the user’s own confirmed address', async () => {
      const { client, email, user } = await signUp(server);
      const table = client.from('deletion_requests');
      const { data } = await table.insert(row(user.id, email)).select('status').single();
      expect(data).toEqual({ status: 'confirmed' });
      expect(await requestsOf(email)).toMatchObject([
        { status: 'confirmed', confirmed_at: expect.any(String), token_hash: null },
      ]);
    });

    test('is refused under another address, or an unconfirmed one', async () => {
      const ruth = await signUp(server);
      const other = await signUp(server);
      const insert = (email: string) =>
        ruth.client.from('deletion_requests').insert(row(ruth.user.id, email));
      for (const email of [other.email, 'nobody@example.com', ruth.email.toUpperCase()]) {
        expect((await insert(email)).error?.code).toBe('42501');
        expect(await requestsOf(email)).toEqual([]);
      }
      await changeRows(server.db, 'users', { id: ruth.user.id }, { email_confirmed_at: null });
      expect((await insert(ruth.email)).status).toBe(403);
      expect(await requestsOf(ruth.email)).toEqual([]);
    });
  });

  // SQLite is enough below: these tests run only SQL that the tests above cover on both engines.
  if (engine !== 'sqlite') return;

  test('mails the address at most six times a day, even if a stranger repeats it', async () => {
    const { email } = await signUp(server);
    const mails = () => server.outbox().filter(({ to }) => to.includes(email)).length;
    for (let times = 1; times <= 10; times += 1) {
      server.clock.advance(61_000);
      await ask(form(email));
      await expect.poll(mails).toBe(Math.min(times, 6));
    }
  });

  test('gets the same response whether the address has an account or not', async () => {
    const known = await signUp(server);
    const [first, second] = await Promise.all([
      ask(form(known.email)),
      ask(form('nobody@example.com')),
    ]);
    expect([first.status, await first.text()]).toEqual([second.status, await second.text()]);
  });

  test('is not confirmed by an expired, made-up or missing link', async () => {
    const { email } = await signUp(server);
    await ask(form(email));
    const link = await waitForLink(email);
    server.clock.advance(DAY_MS + 1000);
    const dead = [link, `${server.url}${API_PATHS.accountDeletionConfirm}?token=guess`];
    for (const address of [...dead, server.url + API_PATHS.accountDeletionConfirm]) {
      expect((await fetch(address, { method: 'POST' })).status).toBe(404);
    }
    expect(await requestsOf(email)).toMatchObject([{ status: 'received' }]);
  });

  test('is confirmed by mail for a banned user, who cannot sign in', async () => {
    const { email, user } = await signUp(server);
    const banned_until = '2999-01-01T00:00:00.000Z';
    await changeRows(server.db, 'users', { id: user.id }, { banned_until });
    await ask(form(email));
    await fetch(await waitForLink(email), { method: 'POST' });
    expect(await requestsOf(email)).toMatchObject([{ status: 'confirmed', user_id: user.id }]);
  });

  test.each([
    ['an invalid address', form('ruth')],
    ['no confirmation', form('a@example.com', { confirmDeletion: false })],
    ['feedback that is too long', form('a@example.com', { feedback: 'x'.repeat(5001) })],
  ])('is refused with a reason for %s, and writes nothing', async (_what, body) => {
    const answer = await ask(body);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: 'bad_request', message: expect.any(String) });
    expect(await requestsOf('a@example.com')).toEqual([]);
  });
});
