import { describe, expect, test } from 'vitest';
import { ENGINES, insertRows } from '#tests/support/databases/create-test-db.ts';
import {
  callAuth,
  claimsOf,
  createAddress,
  createPerson,
  INVALID,
  lastMailTo,
  mailsTo,
  NO_PHONE,
  PASSWORD,
  refusal,
  refused,
  TOO_LONG,
} from '#tests/support/servers/auth-call.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';

describe.each(ENGINES)('signing up on %s', async (engine) => {
  const instant = await createTestServer({ engine });
  const confirming = await createTestServer({ engine, config: { AUTH_AUTOCONFIRM: false } });

  test('[W1] gives a new user a session at once if no confirmation is required', async () => {
    const email = createAddress();
    const { data, error } = await instant.supabase().auth.signUp({
      email: email.toUpperCase(),
      password: PASSWORD,
      options: { data: { name: 'Ruth' }, emailRedirectTo: `${instant.url}/home` },
    });

    expect(error).toBeNull();
    expect(data.session).toMatchObject({ token_type: 'bearer', expires_in: 3600 });
    expect(data.user).toMatchObject({
      email,
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: {
        name: 'Ruth',
        sub: data.user?.id,
        email,
        email_verified: true,
        phone_verified: false,
      },
      is_anonymous: false,
    });
    expect(data.user?.identities).toEqual([
      expect.objectContaining({
        id: data.user?.id,
        user_id: data.user?.id,
        provider: 'email',
        email,
        identity_data: expect.objectContaining({ sub: data.user?.id, email, name: 'Ruth' }),
      }),
    ]);
    expect(mailsTo(instant, email)).toEqual([]);
  });

  test('[W1] returns a user without a session and mails link and code, if confirmation is required', async () => {
    const email = createAddress();
    const { data, error } = await confirming.supabase().auth.signUp({ email, password: PASSWORD });

    expect(error).toBeNull();
    expect(data.session).toBeNull();
    expect(data.user?.identities).toHaveLength(1);
    expect(data.user).toHaveProperty('confirmation_sent_at');
    expect(data.user).not.toHaveProperty('email_confirmed_at');
    const { link, code, query } = lastMailTo(confirming, email);
    expect(link.startsWith(`${confirming.url}/auth/v1/verify?`)).toBe(true);
    expect(query.get('type')).toBe('signup');
    expect(query.get('token')).toMatch(/^[0-9a-f]{56}$/);
    expect(code).toMatch(/^\d{6}$/);
  });

  test('[W1] sends an unconfirmed address another mail, which replaces the first and sets the password of its own request', async () => {
    const email = createAddress();
    await callAuth(confirming, '/signup', { body: { email, password: PASSWORD } });
    const first = lastMailTo(confirming, email);
    const body = { email, password: 'another word' };
    const tooSoon = await callAuth(confirming, '/signup', { body });
    expect(refusal(tooSoon)).toEqual(
      refused(
        429,
        'over_email_send_rate_limit',
        expect.stringMatching(
          /^For security purposes, you can only request this after \d+ seconds\.$/,
        ),
      ),
    );

    confirming.clock.advance(61_000);
    const again = await callAuth(confirming, '/signup', { body });
    expect(again.status).toBe(200);
    expect(again.body.identities).toHaveLength(1);
    const verify = (token_hash: string) =>
      callAuth(confirming, '/verify', { body: { type: 'signup', token_hash } });
    expect((await verify(first.token)).body.code).toBe('otp_expired');
    expect((await verify(lastMailTo(confirming, email).token)).status).toBe(200);
    const signIn = await callAuth(confirming, '/token?grant_type=password', { body });
    expect(signIn.status).toBe(200);
  });

  const lastSubjectTo = (email: string) => mailsTo(confirming, email).at(-1)?.subject;

  test('[W1] gives a known and a new address the same response, and mails the owner of the known address', async () => {
    const { email } = await createPerson(confirming);
    confirming.clock.advance(61_000);
    const unknown = createAddress();
    const ask = async (address: string) => {
      const body = { email: address, password: PASSWORD, data: { name: 'Eve' } };
      const answer = await callAuth(confirming, '/signup', { body });
      const text = JSON.stringify(answer.body).replaceAll(address, 'the address');
      const shape = text
        .replace(/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g, 'an id')
        .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'a time')
        .replace(/\d+ seconds/, 'some seconds');
      return { status: answer.status, shape, id: answer.body.id };
    };
    for (const status of [200, 429]) {
      const [known, fresh] = [await ask(email), await ask(unknown)];
      expect(known).toEqual({ ...fresh, id: known.id });
      expect(fresh.status).toBe(status);
    }
    expect(lastSubjectTo(email)).toMatch(/^You already have an account/);
    expect(lastSubjectTo(unknown)).toMatch(/^Confirm your email address/);

    confirming.clock.advance(61_000);
    const [first, again] = [await ask(email), await ask(unknown)];
    expect(first.shape).toBe(again.shape);
    confirming.clock.advance(61_000);
    expect((await ask(email)).id).toBe(first.id);
    expect((await ask(unknown)).id).toBe(again.id);
  });

  test('[W1] gives a confirmed address a response without identities and no mail, if responses reveal accounts', async () => {
    const telling = await createTestServer({
      engine,
      config: { AUTH_AUTOCONFIRM: false, AUTH_TELL_ACCOUNTS: true },
    });
    const { email, user } = await createPerson(telling);
    const mails = mailsTo(telling, email).length;
    const { body, status } = await callAuth(telling, '/signup', {
      body: { email, password: PASSWORD, data: { name: 'Eve' } },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      email,
      role: '',
      identities: [],
      user_metadata: { name: 'Eve' },
      app_metadata: { provider: 'email', providers: ['email'] },
    });
    expect(body.id).not.toBe(user.id);
    expect(body).toHaveProperty('confirmation_sent_at');
    expect(body).not.toHaveProperty('email_confirmed_at');
    expect(body).not.toHaveProperty('last_sign_in_at');
    expect(mailsTo(telling, email)).toHaveLength(mails);
  });

  const tooLong = 'An email address is too long';
  test('[W1] creates one account for eight simultaneous sign-ups with one address, and refuses the others if no confirmation is required', async () => {
    const email = createAddress();
    const body = { email, password: PASSWORD };
    const asked = Array.from({ length: 8 }, () => callAuth(instant, '/signup', { body }));
    const answers = await Promise.all(asked);
    const rejected = answers.filter(({ status }) => status !== 200);
    expect(rejected.map(refusal)).toEqual(
      Array(7).fill(refused(422, 'user_already_exists', 'User already registered')),
    );
  });

  test('[W1] limits the mails per hour for all clients together', async () => {
    const server = await createTestServer({ engine, config: { AUTH_AUTOCONFIRM: false } });
    expect(server.deps.config.AUTH_MAILS_PER_HOUR).toBe(600);
    await insertRows(server.db, {
      rate_limits: [{ key: 'mails', count: 599, window_start: new Date().toISOString() }],
    });
    const body = { email: createAddress(), password: PASSWORD };
    expect((await callAuth(server, '/signup', { body })).status).toBe(200);
    const second = await callAuth(server, '/signup', { body: { ...body, email: createAddress() } });
    expect(refusal(second)).toEqual(
      refused(429, 'over_email_send_rate_limit', 'email rate limit exceeded'),
    );
  });

  // The tests below do not depend on the engine.
  if (engine !== 'sqlite') return;

  test.each([
    [{ password: '' }, 400, 'validation_failed', 'Signup requires a valid password'],
    [{ password: 'ä'.repeat(37) }, 400, 'validation_failed', TOO_LONG],
    [{ email: 'no account' }, 400, 'validation_failed', INVALID],
    [{ email: `${'a'.repeat(244)}@example.com` }, 400, 'validation_failed', tooLong],
    [{ email: '' }, 422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled'],
    [{ email: null, phone: '441234567890' }, 400, 'phone_provider_disabled', NO_PHONE],
  ])('[W1] refuses %j', async (given, status, code, message) => {
    const body = { email: createAddress(), password: PASSWORD, ...given };
    const answer = await callAuth(instant, '/signup', { body });
    expect(refusal(answer)).toEqual({ status, code, message });
  });

  test.each([
    ['short', 'length', 'Password should be at least 8 characters.'],
    [
      'Password123',
      'pwned',
      'Password is known to be weak and easy to guess, please choose a different one.',
    ],
  ])(
    '[W1] [A15] refuses the weak password %s with the reason "%s"',
    async (password, reason, message) => {
      const { error } = await instant.supabase().auth.signUp({ email: createAddress(), password });
      expect(error).toMatchObject({
        name: 'AuthWeakPasswordError',
        status: 422,
        code: 'weak_password',
        message,
        reasons: [reason],
      });
    },
  );

  test('[W1] accepts a common password where only the length is checked', async () => {
    const config = { AUTH_PASSWORD_CHECK: 'length' as const };
    const lenient = await createTestServer({ engine, config });
    const body = { email: createAddress(), password: 'Password123' };
    expect((await callAuth(lenient, '/signup', { body })).status).toBe(200);
  });

  test('[W1] is not required for reading: each key in ANON_KEY is accepted, any other is refused', async () => {
    const hosted = 'eyJhbGciOiJIUzI1NiJ9.eyJyb2xlIjoiYW5vbiJ9.of-the-hosted-project';
    const moved = await createTestServer({ engine, config: { ANON_KEY: `our-own-key,${hosted}` } });
    const read = async (bearer: string) => {
      const headers = { apikey: bearer, Authorization: `Bearer ${bearer}` };
      return (await fetch(`${moved.url}/rest/v1/audio_content`, { headers })).status;
    };
    expect([await read('our-own-key'), await read(hosted)]).toEqual([200, 200]);
    expect(await read(`our-own-key,${hosted}`)).toBe(401);
    expect(await read(`${hosted}x`)).toBe(401);
  });

  test('[W1] checks the password before the challenge, and the challenge before the address', async () => {
    const refused = async (body: object) =>
      refusal(await callAuth(instant, '/signup', { body: { email: 'nowhere', ...body } }));
    const password = '12345';
    expect((await refused({ password, code_challenge: 'x' })).code).toBe('weak_password');
    const message = 'PKCE flow requires code_challenge_method and code_challenge';
    expect(await refused({ password: PASSWORD, code_challenge: 'x' })).toMatchObject({ message });
  });

  test('[W1] reports disabled sign-ups and a disabled sign-in', async () => {
    const closed = await createTestServer({ engine, config: { AUTH_SIGNUP: false } });
    const body = { email: createAddress(), password: PASSWORD };
    expect(refusal(await callAuth(closed, '/signup', { body }))).toEqual(
      refused(422, 'signup_disabled', 'Signups not allowed for this instance'),
    );
    const off = await createTestServer({ engine, config: { AUTH_EMAIL: false } });
    expect(refusal(await callAuth(off, '/signup', { body }))).toEqual(
      refused(400, 'email_provider_disabled', 'Email signups are disabled'),
    );
    const signIn = await callAuth(off, '/token?grant_type=password', { body });
    expect(signIn).toMatchObject({ status: 422, body: { code: 'email_provider_disabled' } });
    const otp = await callAuth(off, '/otp', { body });
    expect(otp).toMatchObject({ status: 422, body: { code: 'email_provider_disabled' } });
  });

  test('[W1] gives a session with exactly the members of the contract', async () => {
    const { body } = await callAuth(instant, '/signup', {
      body: { email: createAddress(), password: PASSWORD },
    });
    expect(Object.keys(body).sort().join()).toBe(
      'access_token,expires_at,expires_in,refresh_token,token_type,user',
    );
    const claims = claimsOf(body.access_token);
    expect(claims).toMatchObject({
      sub: body.user.id,
      aud: 'authenticated',
      role: 'authenticated',
      email: body.user.email,
      phone: '',
      aal: 'aal1',
      amr: [{ method: 'password', timestamp: claims.iat }],
      is_anonymous: false,
      exp: body.expires_at,
      iss: `${instant.url}/auth/v1`,
    });
    expect(claims.exp - claims.iat).toBe(3600);
    expect(claims.session_id).toMatch(/^[0-9a-f-]{36}$/);
  });
});
