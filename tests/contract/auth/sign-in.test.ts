import { describe, expect, test } from 'vitest';
import { hashPassword } from '#server/modules/auth/accounts/passwords.ts';
import { changeRows } from '#tests/support/databases/create-test-db.ts';
import {
  callAuth,
  createAddress,
  createPerson,
  PASSWORD,
  refreshWith,
  refusal,
  refused,
} from '#tests/support/servers/auth-call.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';

const INVALID = refused(400, 'invalid_credentials', 'Invalid login credentials');

describe('signing in by password', async () => {
  const server = await createTestServer();

  const signIn = (body: unknown, on = server) =>
    callAuth(on, '/token?grant_type=password', { body });

  test('[W1] gives a new session for the right password each time', async () => {
    const { email, user } = await createPerson(server);
    const [first, second] = await Promise.all([
      server.supabase().auth.signInWithPassword({ email, password: PASSWORD }),
      signIn({ email: email.toUpperCase(), password: PASSWORD, gotrue_meta_security: {} }),
    ]);
    expect(first.data.user?.id).toBe(user.id);
    expect(second.body.user.id).toBe(user.id);
    expect(second.body.user.last_sign_in_at).toBeDefined();
    expect(first.data.session?.refresh_token).not.toBe(second.body.refresh_token);
  });

  test('[W1] gives the same response for a wrong password, an unknown address and an address without password', async () => {
    const { email } = await createPerson(server);
    const byMail = createAddress();
    await callAuth(server, '/otp', { body: { email: byMail } });
    const answers = await Promise.all([
      signIn({ email, password: 'wrong password' }),
      signIn({ email: createAddress(), password: PASSWORD }),
      signIn({ email: byMail, password: PASSWORD }),
      signIn({ email: 'not an address', password: PASSWORD }),
      signIn({ email: 'a\u0000b@example.com', password: '\u0000' }),
      signIn({ email, password: null }),
    ]);
    expect(answers.map(refusal)).toEqual(Array(6).fill(INVALID));
    const { error } = await server
      .supabase()
      .auth.signInWithPassword({ email, password: 'wrong password' });
    expect(error).toMatchObject({ name: 'AuthApiError', status: 400, code: 'invalid_credentials' });
  });

  test('[W1] reveals an unconfirmed address only with the right password', async () => {
    const confirming = await createTestServer({ config: { AUTH_AUTOCONFIRM: false } });
    const email = createAddress();
    await callAuth(confirming, '/signup', { body: { email, password: PASSWORD } });
    expect(refusal(await signIn({ email, password: 'wrong password' }, confirming))).toEqual(
      INVALID,
    );
    expect(refusal(await signIn({ email, password: PASSWORD }, confirming))).toEqual(
      refused(400, 'email_not_confirmed', 'Email not confirmed'),
    );
  });

  test('[W1] refuses a banned user by password, by refresh and in an open session', async () => {
    const { email, user, access_token, refresh_token } = await createPerson(server);
    const until = new Date(server.clock.now() + 60_000).toISOString();
    await changeRows(server.db, 'users', { id: user.id }, { banned_until: until });
    const banned = { code: 'user_banned', message: 'User is banned' };
    expect(refusal(await signIn({ email, password: PASSWORD }))).toEqual({
      status: 400,
      ...banned,
    });
    const refresh = await refreshWith(server, refresh_token);
    expect(refusal(refresh)).toEqual({ status: 400, ...banned });
    const open = await callAuth(server, '/user', { bearer: access_token });
    expect(refusal(open)).toEqual({ status: 403, ...banned });
    server.clock.advance(61_000);
    expect((await signIn({ email, password: PASSWORD })).status).toBe(200);
  });

  test('[W1] accepts a password that is older than the password rules, with a warning', async () => {
    const { email, user } = await createPerson(server);
    const password_hash = await hashPassword('1234-5');
    await changeRows(server.db, 'users', { id: user.id }, { password_hash });
    const { body, status } = await signIn({ email, password: '1234-5' });
    expect(status).toBe(200);
    expect(body.weak_password).toEqual({
      message: 'Password should be at least 8 characters.',
      reasons: ['length'],
    });
  });

  test.each([{}, { password: PASSWORD }])('[W1] refuses %j', async (body) => {
    expect(refusal(await signIn(body))).toEqual(
      refused(400, 'validation_failed', 'missing email or phone'),
    );
  });

  test.each(['', '?grant_type=', '?grant_type=authorization_code'])(
    '[W1] is not possible at /token%s',
    async (query) => {
      const answer = await callAuth(server, `/token${query}`, { body: {} });
      expect(refusal(answer)).toEqual(
        refused(400, 'invalid_credentials', 'unsupported_grant_type'),
      );
    },
  );

  test('[W1] is throttled per address, without affecting refreshes', async () => {
    const limited = await createTestServer({ config: { AUTH_RATE_LIMIT: 5 } });
    const { email, refresh_token } = await createPerson(limited);
    const statuses: number[] = [];
    for (let round = 0; round < 6; round += 1) {
      statuses.push((await signIn({ email, password: 'wrong' }, limited)).status);
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
    const { error } = await limited
      .supabase()
      .auth.signInWithPassword({ email, password: PASSWORD });
    expect(error).toMatchObject(
      refused(429, 'over_request_rate_limit', 'Request rate limit reached'),
    );
    const refresh = await refreshWith(limited, refresh_token);
    expect(refresh.status).toBe(200);
    limited.clock.advance(5 * 60_000);
    expect((await signIn({ email, password: PASSWORD }, limited)).status).toBe(200);
  });
});
