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
  refusal,
} from '#tests/support/servers/auth-call.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';

const TOO_SOON = /^For security purposes, you can only request this after \d+ seconds\.$/;

describe.each(ENGINES)('mails on %s', async (engine) => {
  const server = await createTestServer({ engine, config: { AUTH_AUTOCONFIRM: false } });

  test('[W1] bring a known user a magic link and a code', async () => {
    const { email, user } = await createPerson(server);
    const { error } = await server.supabase().auth.signInWithOtp({
      email,
      options: { emailRedirectTo: `${server.url}/home` },
    });
    expect(error).toBeNull();
    const { query, code, text, html } = lastMailTo(server, email);
    expect(query.get('type')).toBe('magiclink');
    expect(query.get('redirect_to')).toBe(`${server.url}/home`);
    expect(text).toContain(code);
    expect(html).toContain(code);
    const { data } = await server.supabase().auth.verifyOtp({ email, token: code, type: 'email' });
    expect(data.user?.id).toBe(user.id);
  });

  test('[W1] sign up a new address that requests a magic link, with its metadata', async () => {
    const email = createAddress();
    const { error } = await server
      .supabase()
      .auth.signInWithOtp({ email, options: { data: { name: 'Naomi' } } });
    expect(error).toBeNull();
    const { query, code } = lastMailTo(server, email);
    expect(query.get('type')).toBe('signup');
    const wrong = await callAuth(server, '/verify', {
      body: { email, token: code, type: 'magiclink' },
    });
    expect(wrong.body.code).toBe('otp_expired');
    const { data } = await server.supabase().auth.verifyOtp({ email, token: code, type: 'email' });
    expect(data.user?.user_metadata).toEqual({
      name: 'Naomi',
      sub: data.user?.id,
      email,
      email_verified: true,
      phone_verified: false,
    });
  });

  test('[W1] a request for a link without sign-up gets the same response for known and unknown addresses', async () => {
    const { email } = await createPerson(server);
    const unknown = createAddress();
    const ask = (to: string) =>
      callAuth(server, '/otp', { body: { email: to, create_user: false } });
    for (const status of [200, 429]) {
      const [known, other] = [await ask(email), await ask(unknown)];
      expect([known.status, other.status]).toEqual([status, status]);
      expect(Object.keys(other.body)).toEqual(Object.keys(known.body));
    }
    expect(mailsTo(server, unknown)).toEqual([]);
    expect(lastMailTo(server, email).query.get('type')).toBe('magiclink');
  });

  test('[W1] a request for a recovery gets the same response for known and unknown addresses, even when repeated too soon', async () => {
    const { email } = await createPerson(server);
    const unknown = createAddress();
    for (const address of [email, unknown]) {
      const { error } = await server
        .supabase()
        .auth.resetPasswordForEmail(address, { redirectTo: `${server.url}/home` });
      expect(error).toBeNull();
    }
    expect(mailsTo(server, unknown)).toEqual([]);
    expect(lastMailTo(server, email).query.get('type')).toBe('recovery');

    const askBoth = async () => {
      const asked = [email, unknown].map((to) =>
        callAuth(server, '/recover', { body: { email: to } }),
      );
      return (await Promise.all(asked)).map(({ status, body }) => ({ status, body }));
    };
    const tooSoon = {
      code: 'over_email_send_rate_limit',
      message: expect.stringMatching(TOO_SOON),
    };
    expect(await askBoth()).toEqual(Array(2).fill({ status: 429, body: tooSoon }));
    // Each kind of mail has its own interval.
    expect((await callAuth(server, '/otp', { body: { email } })).status).toBe(200);
    server.clock.advance(61_000);
    expect(await askBoth()).toEqual(Array(2).fill({ status: 200, body: {} }));
  });

  test('[W1] are limited for an address that never responds: six in a day, then at most one an hour', async () => {
    const { email } = await createPerson(server);
    const recover = async () => (await callAuth(server, '/recover', { body: { email } })).status;
    const askAfter = (ms: number) => {
      server.clock.advance(ms);
      return recover();
    };
    for (let mails = 0; mails < 6; mails += 1) expect(await askAfter(61_000)).toBe(200);
    expect(await askAfter(61_000)).toBe(429);
    expect(await askAfter(59 * 60_000)).toBe(200);
    expect(await askAfter(61_000)).toBe(429);
    // The last link stays valid, and opening it confirms the address.
    const { code: token } = lastMailTo(server, email);
    const opened = await callAuth(server, '/verify', { body: { email, token, type: 'recovery' } });
    expect(opened.status).toBe(200);
    expect(await recover()).toBe(200);
  });

  test('[W1] are sent only once for ten simultaneous requests', async () => {
    const { email } = await createPerson(server);
    const before = mailsTo(server, email).length;
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => callAuth(server, '/recover', { body: { email } })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(mailsTo(server, email)).toHaveLength(before + 1);
  });

  test('[W1] confirmation mails are sent again on request, after an interval', async () => {
    const email = createAddress();
    await callAuth(server, '/signup', { body: { email, password: PASSWORD } });
    const first = lastMailTo(server, email).token;
    const { error } = await server.supabase().auth.resend({ type: 'signup', email });
    expect(error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' });
    server.clock.advance(61_000);
    expect((await server.supabase().auth.resend({ type: 'signup', email })).error).toBeNull();
    expect(lastMailTo(server, email).token).not.toBe(first);
  });

  test('[W1] are not sent again where none is pending, and the response does not reveal it', async () => {
    const { email } = await createPerson(server);
    const before = mailsTo(server, email).length;
    server.clock.advance(61_000);
    for (const body of [
      { type: 'signup', email },
      { type: 'signup', email: createAddress() },
      { type: 'email_change', email },
    ]) {
      expect(await callAuth(server, '/resend', { body })).toMatchObject({ status: 200, body: {} });
    }
    expect(mailsTo(server, email)).toHaveLength(before);
  });

  test('[W1] mails about a change of address are sent again on request', async () => {
    const { email, access_token } = await createPerson(server);
    const next = createAddress();
    await callAuth(server, '/user', { method: 'PUT', bearer: access_token, body: { email: next } });
    server.clock.advance(61_000);
    const { status } = await callAuth(server, '/resend', { body: { type: 'email_change', email } });
    expect(status).toBe(200);
    expect(mailsTo(server, next)).toHaveLength(2);
  });

  const noType = 'Missing one of these types: signup, email_change, sms, phone_change';
  const noEmail = 'Type provided requires an email address';
  const noPhone = 'Type provided requires a phone number';

  // The tests below do not depend on the engine.
  if (engine !== 'sqlite') return;

  test.each([
    ['/otp', {}, 'validation_failed', 'One of email or phone must be set'],
    ['/otp', { email: 'nowhere' }, 'validation_failed', INVALID],
    ['/otp', { phone: '44123' }, 'phone_provider_disabled', NO_PHONE],
    ['/recover', {}, 'validation_failed', 'Password recovery requires an email'],
    ['/recover', { email: 'nowhere' }, 'validation_failed', INVALID],
    ['/resend', { email: 'a@example.com' }, 'validation_failed', noType],
    ['/resend', { type: 'magiclink', email: 'a@example.com' }, 'validation_failed', noType],
    ['/resend', { type: 'signup' }, 'validation_failed', noEmail],
    ['/resend', { type: 'sms' }, 'validation_failed', noPhone],
    ['/resend', { type: 'sms', phone: '44123' }, 'phone_provider_disabled', NO_PHONE],
    ['/resend', { type: 'signup', email: 'nowhere' }, 'validation_failed', INVALID],
  ])('[W1] %s refuses %j', async (path, body, code, message) => {
    const answer = refusal(await callAuth(server, path, { body }));
    expect(answer).toEqual({ status: 400, code, message });
  });

  test('[W1] do not change the response when the mailer fails', async () => {
    const send = () => Promise.reject(new Error('no such host'));
    const failing = await createTestServer({ engine, deps: { mailer: { send } } });
    const { email } = await createPerson(failing);
    const { status, body } = await callAuth(failing, '/recover', { body: { email } });
    expect({ status, body }).toEqual({ status: 200, body: {} });
  });

  test('[W1] take a minimum time for known and unknown addresses', async () => {
    const instant = await createTestServer({ engine });
    const { email } = await createPerson(instant);
    const timeOf = async (address: string) => {
      const start = performance.now();
      await callAuth(instant, '/recover', { body: { email: address } });
      return performance.now() - start;
    };
    expect(await timeOf(email)).toBeGreaterThanOrEqual(38);
    expect(await timeOf(createAddress())).toBeGreaterThanOrEqual(38);
  });
});
