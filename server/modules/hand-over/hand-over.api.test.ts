import { describe, expect, test } from 'vitest';
import { HAND_OVER } from '#contract/constants/hand-over-address.ts';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import { SHORT_CODE_CHARS } from '#contract/constants/short-code.ts';
import { changeRows, ENGINES } from '#tests/support/databases/create-test-db.ts';
import { callAuth } from '#tests/support/servers/auth-call.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';
import { type SignedIn, signUp } from '#tests/support/sign-in.ts';

const LIFE_MS = HAND_OVER.lifeS * 1000;
const WRONG = '222222';

describe.each(ENGINES)('handing a session over on %s', async (engine) => {
  const server = await createTestServer({ engine, config: { KIOSK: true, TRUST_PROXY: 1 } });
  const signedIn = await signUp(server);
  const post = (path: string, body: unknown, bearer?: string) =>
    callAuth(server, `/hand-over/${path}`, { body, ...(bearer ? { bearer } : {}) });
  const codeFor = async (person: SignedIn) =>
    (await post('codes', { to: 'phone' }, person.session.access_token)).body;
  const screenCode = async () => (await post('codes', { to: 'screen' })).body;
  const refusalOf = async (answer: ReturnType<typeof post>) => {
    const { status, body } = await answer;
    return [status, body.code];
  };
  const redeem = (code: string) => post('redeem', { code });
  const watch = async (secret: string) => (await post('watch', { secret })).body;
  const approve = (code: string, person = signedIn) =>
    post('let-in', { code }, person.session.access_token);

  describe('from the screen to the user’s phone', () => {
    test('the code gives the phone its own session, which names the hand-over, and the official client accepts it', async () => {
      const { code, secret, expires_in } = await codeFor(signedIn);
      expect(code).toMatch(new RegExp(`^[${SHORT_CODE_CHARS}]{6}$`));
      expect(expires_in).toBe(300);
      expect(await watch(secret)).toEqual({ state: 'waiting' });

      const { status, body } = await redeem(code.toLowerCase());
      expect(status).toBe(200);
      const claims = Buffer.from(body.access_token.split('.')[1], 'base64url').toString();
      expect(JSON.parse(claims).amr).toMatchObject([{ method: 'hand_over' }]);
      const phone = server.supabase();
      const { data } = await phone.auth.setSession(body);
      expect(data.user?.id).toBe(signedIn.user.id);
      expect((await phone.auth.refreshSession()).error).toBeNull();
      expect(await watch(secret)).toEqual({ state: 'taken' });

      await phone.auth.signOut({ scope: 'local' });
      expect((await signedIn.client.auth.getUser()).data.user?.id).toBe(signedIn.user.id);
    });

    test('the code signs in one of twenty simultaneous phones', async () => {
      const { code } = await codeFor(signedIn);
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, phone) => {
          const headers = { 'X-Forwarded-For': `192.168.1.${phone}` };
          return callAuth(server, '/hand-over/redeem', { body: { code }, headers });
        }),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(403)]);
      expect(answers.filter(({ body }) => body.code === 'hand_over_used')).toHaveLength(19);
    });

    test('the code is valid for five minutes', async () => {
      const { code, secret } = await codeFor(signedIn);
      server.clock.advance(LIFE_MS);
      expect(await refusalOf(redeem(code))).toEqual([403, 'hand_over_expired']);
      expect(await watch(secret)).toEqual({ state: 'over' });
    });

    test('the code becomes invalid when the screen signs out', async () => {
      const person = await signUp(server);
      const { code, secret } = await codeFor(person);
      await person.client.auth.signOut({ scope: 'local' });
      expect(await refusalOf(redeem(code))).toEqual([403, 'hand_over_unknown']);
      expect(await watch(secret)).toEqual({ state: 'over' });
    });

    test('a user banned meanwhile is refused, and the code stays unused', async () => {
      const person = await signUp(server);
      const { code } = await codeFor(person);
      const ban = (until: string | null) =>
        changeRows(server.db, 'users', { id: person.user.id }, { banned_until: until });
      await ban('2999-01-01T00:00:00.000Z');
      expect(await refusalOf(redeem(code))).toEqual([403, 'user_banned']);
      await ban(null);
      expect((await redeem(code)).status).toBe(200);
    });

    test('a new code replaces the previous one, and a cancelled code is invalid', async () => {
      const first = await codeFor(signedIn);
      const second = await codeFor(signedIn);
      expect(await refusalOf(redeem(first.code))).toEqual([403, 'hand_over_unknown']);
      expect((await post('cancel', { secret: second.secret })).status).toBe(204);
      expect(await refusalOf(redeem(second.code))).toEqual([403, 'hand_over_unknown']);
      expect(await refusalOf(redeem('hello'))).toEqual([400, 'bad_json']);
    });
  });

  describe('from the phone to the screen', () => {
    test('the phone approves, and the screen gets one session of its own', async () => {
      const { code, secret } = await screenCode();
      expect(await watch(secret)).toEqual({ state: 'waiting' });
      expect((await approve(code)).status).toBe(204);
      const news = await Promise.all(Array.from({ length: 5 }, () => watch(secret)));
      const [won, ...more] = news.filter(({ state }) => state === 'let-in');
      expect(more).toEqual([]);
      const screen = server.supabase();
      expect((await screen.auth.setSession(won.session)).data.user?.id).toBe(signedIn.user.id);
      expect(await watch(secret)).toEqual({ state: 'over' });
    });

    test('only the first approval counts', async () => {
      const { code, secret } = await screenCode();
      const other = await signUp(server);
      expect((await approve(code)).status).toBe(204);
      expect(await refusalOf(approve(code, other))).toEqual([403, 'hand_over_used']);
      expect((await watch(secret)).session.user.id).toBe(signedIn.user.id);
    });

    test('a code for one direction is refused in the other, and stays valid', async () => {
      const toScreen = await screenCode();
      const toPhone = await codeFor(signedIn);
      expect(await refusalOf(redeem(toScreen.code))).toEqual([409, 'hand_over_for_screen']);
      expect(await refusalOf(approve(toPhone.code))).toEqual([409, 'hand_over_for_phone']);
      expect((await approve(toScreen.code)).status).toBe(204);
      expect((await redeem(toPhone.code)).status).toBe(200);
    });

    test('an approval requires a signed-in user', async () => {
      const { code } = await screenCode();
      expect((await post('let-in', { code })).status).toBe(401);
      expect((await post('codes', { to: 'phone' })).status).toBe(401);
    });
  });

  test('simultaneous guesses are counted one by one', async () => {
    const guarded = await createTestServer({ engine, config: { KIOSK: true } });
    guarded.clock.stop();
    const answers = await Promise.all(
      Array.from({ length: 100 }, () =>
        callAuth(guarded, '/hand-over/redeem', { body: { code: WRONG } }),
      ),
    );
    const looked = answers.filter(({ status }) => status === 403).length;
    expect(looked).toBeGreaterThan(0);
    expect(looked).toBeLessThanOrEqual(5);
  });

  // SQLite is enough below: these tests run only SQL that the tests above cover on both engines.
  if (engine !== 'sqlite') return;

  test('guesses are also counted over all addresses together', async () => {
    const guarded = await createTestServer({ engine, config: { KIOSK: true, TRUST_PROXY: 1 } });
    guarded.clock.stop();
    const statuses: number[] = [];
    for (let phone = 0; phone < 62; phone += 1) {
      const { status } = await callAuth(guarded, '/hand-over/redeem', {
        body: { code: WRONG },
        headers: { 'X-Forwarded-For': `192.168.1.${phone}` },
      });
      statuses.push(status);
    }
    expect(statuses).toEqual([...Array(60).fill(403), 429, 429]);
  });

  test('a request of another site is refused, and the code stays valid', async () => {
    const { code } = await codeFor(signedIn);
    const stranger = { Origin: 'http://elsewhere.example' };
    const call = await callAuth(server, '/hand-over/redeem', { body: { code }, headers: stranger });
    expect([call.status, call.body.code]).toEqual([403, 'cross_site_request']);
    expect((await redeem(code)).status).toBe(200);
  });

  test('a server without a kiosk screen refuses hand-over codes', async () => {
    const site = await createTestServer({ engine });
    const answer = await callAuth(site, '/hand-over/redeem', { body: { code: WRONG } });
    expect([answer.status, answer.body.code]).toEqual([403, 'hand_over_disabled']);
  });

  test('the database contains neither the code nor the secret', async () => {
    const { code, secret } = await codeFor(signedIn);
    const rows = JSON.stringify(
      await server.db.kysely.selectFrom('hand_overs').selectAll().execute(),
    );
    expect(rows).not.toContain(code);
    expect(rows).not.toContain(secret);
  });
});

test('a proxied request can use neither codes for the screen nor the admin area', async () => {
  const server = await createTestServer({ config: { KIOSK: true } });
  const elsewhere = { 'X-Forwarded-For': '192.168.1.30' };
  const ask = (path: string, body: unknown) => callAuth(server, path, { body, headers: elsewhere });
  for (const answer of [
    await ask('/hand-over/codes', { to: 'screen' }),
    await ask('/hand-over/watch', { secret: 'x'.repeat(43) }),
    await ask('/hand-over/cancel', { secret: 'x'.repeat(43) }),
    await ask('/admin/login', { password: 'a long admin password' }),
  ]) {
    expect([answer.status, answer.body.code]).toEqual([403, 'not_this_machine']);
  }
  const dashboard = `${server.url}${API_PATHS.admin}/dashboard`;
  expect((await fetch(dashboard, { headers: elsewhere })).status).toBe(403);
  expect((await fetch(dashboard)).status).toBe(401);
  expect((await callAuth(server, '/admin/login', { body: { password: 'x' } })).status).toBe(400);
});
