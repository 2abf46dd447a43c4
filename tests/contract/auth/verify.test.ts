import { describe, expect, test } from 'vitest';
import { changeRows, ENGINES } from '#tests/support/databases/create-test-db.ts';
import {
  callAuth,
  claimsOf,
  createAddress,
  createPerson,
  lastMailTo,
  PASSWORD,
  refusal,
  refused,
} from '#tests/support/servers/auth-call.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';

const CODE_EXPIRED = refused(403, 'otp_expired', 'Token has expired or is invalid');
const LINK_EXPIRED = refused(403, 'otp_expired', 'Email link is invalid or has expired');

describe.each(ENGINES)('verifying on %s', async (engine) => {
  const server = await createTestServer({ engine, config: { AUTH_AUTOCONFIRM: false } });

  const verify = (body: unknown) => callAuth(server, '/verify', { body });

  async function signUp() {
    const email = createAddress();
    await callAuth(server, '/signup', { body: { email, password: PASSWORD } });
    return { email, ...lastMailTo(server, email) };
  }

  async function recover() {
    const { email } = await createPerson(server);
    await callAuth(server, '/recover', { body: { email } });
    return { email, ...lastMailTo(server, email) };
  }

  test('[W1] signs in and confirms the address with the code of the mail', async () => {
    const { email, code } = await signUp();
    const { data, error } = await server
      .supabase()
      .auth.verifyOtp({ email: email.toUpperCase(), token: code, type: 'signup' });
    expect(error).toBeNull();
    expect(data.session?.refresh_token).toBeDefined();
    expect(data.user).toMatchObject({ email, user_metadata: { email_verified: true } });
    expect(data.user?.email_confirmed_at).toBe(data.user?.confirmed_at);
    expect(data.user?.identities?.[0]?.identity_data).toMatchObject({ email_verified: true });
  });

  test('[W1] signs in with the hash of the link too, and amr is otp', async () => {
    const { token } = await signUp();
    const { body } = await verify({ token_hash: token, type: 'email', options: { a: 1 } });
    const amr = [{ method: 'otp', timestamp: expect.any(Number) }];
    expect(claimsOf(body.access_token).amr).toEqual(amr);
  });

  test('[W1] uses up code and link together, even when used eight times simultaneously', async () => {
    const { email, code, token } = await signUp();
    const byCode = { email, token: code, type: 'signup' };
    const byLink = { token_hash: token, type: 'signup' };
    const tries = Array.from({ length: 8 }, (_, at) => verify(at % 2 === 0 ? byCode : byLink));
    const answers = await Promise.all(tries);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(refusal(await verify(byLink))).toEqual(LINK_EXPIRED);
    expect(refusal(await verify(byCode))).toEqual(CODE_EXPIRED);
  });

  test('[W1] refuses an older mail after a newer one, and the newer one after 24 hours', async () => {
    const { email, code, token } = await recover();
    server.clock.advance(61_000);
    await callAuth(server, '/recover', { body: { email } });
    const newer = lastMailTo(server, email);
    expect(refusal(await verify({ token_hash: token, type: 'recovery' }))).toEqual(LINK_EXPIRED);
    expect(newer.token).not.toBe(token);
    expect(
      code === newer.code || (await verify({ email, token: code, type: 'recovery' })).status,
    ).not.toBe(200);
    server.clock.advance(24 * 60 * 60_000 + 1000);
    const late = await verify({ email, token: newer.code, type: 'recovery' });
    expect(refusal(late)).toEqual(CODE_EXPIRED);
    const link = await verify({ token_hash: newer.token, type: 'recovery' });
    expect(refusal(link)).toEqual(LINK_EXPIRED);
  });

  test('[W1] refuses all codes for an address for an hour after ten wrong ones, whether the address is known or not; the link still works', async () => {
    const { email, code, token } = await recover();
    const wrong = code === '000000' ? '111111' : '000000';
    for (const address of [email, createAddress()]) {
      const statuses = [];
      for (let round = 0; round < 11; round += 1) {
        statuses.push((await verify({ email: address, token: wrong, type: 'recovery' })).status);
      }
      expect(statuses).toEqual([...Array(10).fill(403), 429]);
    }
    const right = await verify({ email, token: code, type: 'recovery' });
    expect(right.body.code).toBe('over_request_rate_limit');
    expect((await verify({ token_hash: token, type: 'recovery' })).status).toBe(200);
    server.clock.advance(60 * 60_000);
    await callAuth(server, '/recover', { body: { email } });
    const { code: next } = lastMailTo(server, email);
    expect((await verify({ email, token: next, type: 'recovery' })).status).toBe(200);
  });

  test('[W1] counts forty simultaneous guesses one by one', async () => {
    const { email } = await recover();
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, guess) =>
        verify({ email, token: `x${guess}`, type: 'recovery' }),
      ),
    );
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(10);
  });

  test('[W1] refuses a banned user, whose link stays unused', async () => {
    const { email, code, token } = await recover();
    const ban = (until: string | null) =>
      changeRows(server.db, 'users', { email }, { banned_until: until });
    await ban(new Date(server.clock.now() + 1000_000).toISOString());
    const banned = refused(403, 'user_banned', 'User is banned');
    expect(refusal(await verify({ token_hash: token, type: 'recovery' }))).toEqual(banned);
    expect(refusal(await verify({ email, token: code, type: 'recovery' }))).toEqual(banned);
    await ban(null);
    expect((await verify({ token_hash: token, type: 'recovery' })).status).toBe(200);
  });

  const either = 'Verify requires either a token or a token hash';
  const contact = 'Only an email address or phone number should be provided on verify';
  const onlyHash = 'Only the token_hash and type should be provided';
  const noType = 'Verify requires a verification type';
  const wrongType = 'Invalid email verification type';
  const wrongPhone = 'Invalid phone number format (E.164 required)';
  const wrongToken = 'Token has expired or is invalid';
  const deadLink = 'Email link is invalid or has expired';
  const [token, email, token_hash] = ['123456', 'nobody@example.com', 'x'];

  // The tests below do not depend on the engine.
  if (engine !== 'sqlite') return;

  test.each([
    [{ email, token }, 400, 'validation_failed', noType],
    [{ type: 'signup' }, 400, 'validation_failed', either],
    [{ type: 'signup', token: '1', token_hash }, 400, 'validation_failed', either],
    [{ type: 'signup', token }, 400, 'validation_failed', contact],
    [{ type: 'signup', token, email, phone: '44' }, 400, 'validation_failed', contact],
    [{ type: 'signup', token_hash, email }, 400, 'validation_failed', onlyHash],
    [{ type: 'signup', token, email: 'x' }, 422, 'validation_failed', 'Invalid email format'],
    [{ type: 'nonsense', token_hash }, 400, 'validation_failed', wrongType],
    [{ type: 'toString', token_hash }, 400, 'validation_failed', wrongType],
    [{ type: 'nonsense', token, email }, 403, 'otp_expired', wrongToken],
    [{ type: 'signup', token, email }, 403, 'otp_expired', wrongToken],
    [{ type: 'sms', token, phone: '44123' }, 403, 'otp_expired', wrongToken],
    [{ type: 'sms', token, phone: '+0' }, 400, 'validation_failed', wrongPhone],
    [{ type: 'signup', token_hash }, 403, 'otp_expired', deadLink],
    [{ type: 'signup', token: '\u0000', email }, 403, 'otp_expired', wrongToken],
  ])('[W1] refuses %j', async (body, status, code, message) => {
    expect(refusal(await verify(body))).toEqual({ status, code, message });
  });

  test.each(['recovery', 'magiclink', 'email_change'])(
    '[W1] refuses a sign-up mail with type %s',
    async (type) => {
      const { email, code, token } = await signUp();
      expect(refusal(await verify({ email, token: code, type }))).toEqual(CODE_EXPIRED);
      expect(refusal(await verify({ token_hash: token, type }))).toEqual(LINK_EXPIRED);
    },
  );

  test.each(['recovery', 'magiclink', 'email'])(
    '[W1] accepts a recovery mail with type %s',
    async (type) => {
      const { email, code } = await recover();
      expect((await verify({ email, token: code, type })).status).toBe(200);
    },
  );
});
