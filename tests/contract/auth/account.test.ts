import { describe, expect, test } from 'vitest';
import { ENGINES } from '#tests/support/databases/create-test-db.ts';
import {
  callAuth,
  createAddress,
  createPerson,
  INVALID,
  lastMailTo,
  mailsTo,
  NO_PHONE,
  PASSWORD,
  refreshWith,
  refusal,
  refused,
  TOO_LONG,
  useCode,
} from '#tests/support/servers/auth-call.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';

const NEW_PASSWORD = 'i shall not want';

describe.each(ENGINES)('an account on %s', async (engine) => {
  const server = await createTestServer({ engine });

  const put = (bearer: string, body: unknown, on = server) =>
    callAuth(on, '/user', { method: 'PUT', bearer, body });
  const signIn = (email: string, password: string) =>
    callAuth(server, '/token?grant_type=password', { body: { email, password } });
  const statusOf = async (bearer: string) => (await callAuth(server, '/user', { bearer })).status;

  async function signedInClient() {
    const person = await createPerson(server);
    const client = server.supabase();
    await client.auth.setSession(person);
    return { ...person, client };
  }

  test('[W1] a new password ends every other session and unused links, and keeps this session', async () => {
    const { email, access_token, client } = await signedInClient();
    const { body: elsewhere } = await signIn(email, PASSWORD);
    await callAuth(server, '/recover', { body: { email } });
    const { token: token_hash } = lastMailTo(server, email);
    const { data, error } = await client.auth.updateUser({ password: NEW_PASSWORD });
    expect(error).toBeNull();
    expect(data.user?.email).toBe(email);
    expect(await statusOf(access_token)).toBe(200);
    expect((await client.auth.refreshSession()).error).toBeNull();
    expect(await statusOf(elsewhere.access_token)).toBe(403);
    const refresh = await refreshWith(server, elsewhere.refresh_token);
    expect(refresh.body.code).toBe('refresh_token_not_found');
    const link = await callAuth(server, '/verify', { body: { token_hash, type: 'recovery' } });
    expect(link.body.code).toBe('otp_expired');
    expect((await signIn(email, PASSWORD)).status).toBe(400);
    expect((await signIn(email, NEW_PASSWORD)).status).toBe(200);
  });

  test('[W1] of two sessions that set a password simultaneously, the second is ended and changes nothing', async () => {
    const { email, access_token } = await createPerson(server);
    const { body: elsewhere } = await signIn(email, PASSWORD);
    const attempts = [access_token, elsewhere.access_token].map(async (bearer, index) => {
      const password = `${NEW_PASSWORD} ${index}`;
      const { status, body } = await put(bearer, { password });
      return { bearer, password, status, code: body.code };
    });
    const [won, lost] = (await Promise.all(attempts)).sort((a, b) => a.status - b.status);
    expect([won?.status, lost?.status, lost?.code]).toEqual([200, 403, 'session_not_found']);
    expect(await statusOf(won?.bearer ?? '')).toBe(200);
    expect((await signIn(email, won?.password ?? '')).status).toBe(200);
  });

  const same = 'New password should be different from the old password.';
  const short = 'Password should be at least 8 characters.';
  const large = 'User metadata is larger than 4 KiB';
  const unstorable = 'User metadata holds characters that cannot be stored';
  const admins = 'Updating app_metadata requires admin privileges';

  test('[W1] changes its address once both addresses have confirmed', async () => {
    const { email, client, access_token } = await signedInClient();
    const next = createAddress();
    const { data } = await client.auth.updateUser({ email: next.toUpperCase() });
    expect(data.user).toMatchObject({ email, new_email: next });
    expect(data.user).toHaveProperty('email_change_sent_at');
    expect(lastMailTo(server, email).query.get('type')).toBe('email_change');

    const half = await server.supabase().auth.verifyOtp({
      email,
      token: lastMailTo(server, email).code,
      type: 'email_change',
    });
    expect(half.error).toBeNull();
    expect(half.data).toEqual({ user: null, session: null });
    expect((await callAuth(server, '/user', { bearer: access_token })).body.email).toBe(email);

    const { link } = lastMailTo(server, next);
    const opened = await fetch(link, { method: 'POST', redirect: 'manual' });
    expect(opened.headers.get('location')).toMatch(/#access_token=.*type=email_change$/);
    const { body } = await callAuth(server, '/user', { bearer: access_token });
    expect(body).toMatchObject({ email: next, identities: [{ email: next }] });
    expect(body).not.toHaveProperty('new_email');
    expect((await signIn(next, PASSWORD)).status).toBe(200);
    expect((await signIn(email, PASSWORD)).status).toBe(400);
  });

  test('[W1] gives the same response for a used address as for a free one, and mails the owner of the used address', async () => {
    const taken = await createPerson(server);
    const mails = mailsTo(server, taken.email).length;
    const ask = async (next: string) => {
      const person = await createPerson(server);
      const { status, body } = await put(person.access_token, { email: next });
      return { status, members: Object.keys(body).sort(), next: body.new_email === next };
    };
    expect(await ask(taken.email)).toEqual(await ask(createAddress()));
    const news = mailsTo(server, taken.email).slice(mails);
    expect(news.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^You already have an account/),
    ]);
    expect(news[0]?.code).toBeUndefined();
  });

  test('[W1] refuses an address that is taken during the change', async () => {
    const { email, access_token } = await createPerson(server);
    const next = createAddress();
    await put(access_token, { email: next });
    await createPerson(server, next);
    await useCode(server, email, 'email_change');
    const late = await useCode(server, next, 'email_change');
    expect(refusal(late)).toEqual(
      refused(422, 'email_exists', 'A user with this email address has already been registered'),
    );
  });

  test('[W1] sends an address one mail at a time, even if many accounts want to change to it', async () => {
    const next = createAddress();
    const people = await Promise.all([1, 2, 3].map(() => createPerson(server)));
    const asked = people.map(({ access_token }) => put(access_token, { email: next }));
    const answers = await Promise.all(asked);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 429, 429]);
    expect(mailsTo(server, next)).toHaveLength(1);
  });

  test.each([
    ['global', [403, 403, 403]],
    ['local', [403, 200, 200]],
    ['others', [200, 403, 403]],
  ] as const)('[W1] [U7] signing out ends the sessions of scope %s', async (scope, expected) => {
    const { email, client, ...own } = await signedInClient();
    const others = await Promise.all([signIn(email, PASSWORD), signIn(email, PASSWORD)]);
    expect((await client.auth.signOut({ scope })).error).toBeNull();
    const sessions = [own, ...others.map(({ body }) => body)];
    expect(await Promise.all(sessions.map((one) => statusOf(one.access_token)))).toEqual(expected);
    const refreshed = sessions.map(({ refresh_token }) => refreshWith(server, refresh_token));
    const codes = (await Promise.all(refreshed)).map(({ body }) => body.code);
    const isOpen = codes.map((code) => code !== 'refresh_token_not_found');
    expect(isOpen).toEqual(expected.map((status) => status === 200));
  });

  // The tests below do not depend on the engine.
  if (engine !== 'sqlite') return;

  test('[W1] refuses an invalid change', async () => {
    const { access_token } = await createPerson(server);
    for (const [body, status, code, message] of [
      [{ password: PASSWORD }, 422, 'same_password', same],
      [{ password: 'short' }, 422, 'weak_password', short],
      [{ password: '' }, 422, 'weak_password', short],
      [{ password: 'x'.repeat(73) }, 400, 'validation_failed', TOO_LONG],
      [{ email: 'nowhere' }, 400, 'validation_failed', INVALID],
      [{ app_metadata: { role: 'admin' } }, 403, 'not_admin', admins],
      [{ phone: '44123' }, 400, 'phone_provider_disabled', NO_PHONE],
      [{ data: { big: 'x'.repeat(5000) } }, 400, 'validation_failed', large],
      [{ data: { nul: '\u0000' } }, 400, 'validation_failed', unstorable],
      [{ data: { half: '\ud83d' } }, 400, 'validation_failed', unstorable],
    ] as const) {
      const refused = refusal(await put(access_token, body));
      expect([body, refused]).toEqual([body, { status, code, message }]);
    }
  });

  test('[W1] reports after the first of the two links that the other is pending', async () => {
    const { email, access_token } = await createPerson(server);
    const next = createAddress();
    await put(access_token, { email: next });
    const opened = await fetch(lastMailTo(server, next).link, {
      method: 'POST',
      redirect: 'manual',
    });
    expect(opened.headers.get('location')).toBe(
      `${server.url}#message=Confirmation+link+accepted.+Please+proceed+to+confirm+link+sent+to+the+other+email&sb=`,
    );
    const second = await callAuth(server, '/verify', {
      body: { token_hash: lastMailTo(server, email).token, type: 'email_change' },
    });
    expect(second.body.user.email).toBe(next);
  });

  test('[W1] answers 204 without a body on signing out, and refuses unknown scopes', async () => {
    const { access_token } = await createPerson(server);
    const logout = (query: string) =>
      callAuth(server, `/logout${query}`, { method: 'POST', bearer: access_token });
    expect(refusal(await logout('?scope=universe'))).toEqual(
      refused(400, 'validation_failed', 'Unsupported logout scope "universe"'),
    );
    expect(await logout('')).toMatchObject({ status: 204, body: '' });
    expect(await logout('')).toMatchObject({ status: 403, body: { code: 'session_not_found' } });
  });

  test('[W1] requires a mailed code for a new password, long after the sign-in, if reauthentication is required', async () => {
    const careful = await createTestServer({ engine, config: { AUTH_REAUTHENTICATION: true } });
    const { email, access_token, refresh_token } = await createPerson(careful);
    expect((await put(access_token, { password: NEW_PASSWORD }, careful)).status).toBe(200);
    careful.clock.advance(25 * 60 * 60_000);
    const { body: later } = await refreshWith(careful, refresh_token);
    const bearer = later.access_token;
    const password = 'green pastures';
    expect(refusal(await put(bearer, { password }, careful))).toEqual(
      refused(400, 'reauthentication_needed', 'Password update requires reauthentication'),
    );
    const asked = await callAuth(careful, '/reauthenticate', { bearer });
    expect(asked).toMatchObject({ status: 200, body: {} });
    const { code, links } = lastMailTo(careful, email);
    expect(links).toEqual([]);
    expect(refusal(await put(bearer, { password, nonce: `${code}0` }, careful))).toEqual(
      refused(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid'),
    );
    expect((await put(bearer, { password, nonce: code }, careful)).status).toBe(200);
    expect((await callAuth(careful, '/reauthenticate', { bearer })).status).toBe(429);
  });

  test('[W1] needs no current password after a recovery, even if changes of the password require it', async () => {
    const careful = await createTestServer({ engine, config: { AUTH_CURRENT_PASSWORD: true } });
    const { email, access_token } = await createPerson(careful);
    const change = (body: object, bearer = access_token) =>
      put(bearer, { password: NEW_PASSWORD, ...body }, careful);
    expect(await change({})).toMatchObject({
      status: 400,
      body: { code: 'current_password_required' },
    });
    expect(await change({ current_password: 'wrong' })).toMatchObject({
      status: 400,
      body: { code: 'current_password_invalid' },
    });
    await callAuth(careful, '/recover', { body: { email } });
    const { body: recovered } = await useCode(careful, email, 'recovery');
    expect((await change({}, recovered.access_token)).status).toBe(200);
  });

  test('[W1] merges user metadata, and null removes a key', async () => {
    const { client } = await signedInClient();
    await client.auth.updateUser({ data: { name: 'Ruth', due: '2026-05-01', nested: { a: 1 } } });
    const { data } = await client.auth.updateUser({
      // The server ignores identity fields sent by the client.
      data: { due: null, sub: 'me', email: 'naomi@example.org', __proto__: { b: 2 } },
    });
    expect(data.user?.user_metadata).toEqual({
      name: 'Ruth',
      nested: { a: 1 },
      sub: data.user?.id,
      email: data.user?.email,
      email_verified: true,
      phone_verified: false,
    });
  });
});
