import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ENGINES, readRows } from '#tests/support/databases/create-test-db.ts';
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
import { fetchAdminToken } from '#tests/support/sign-in.ts';

function createChallenge() {
  const verifier = randomBytes(40).toString('base64url');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  return { verifier, fields: { code_challenge: challenge, code_challenge_method: 's256' } };
}

describe.each(ENGINES)('mail links with PKCE on %s', async (engine) => {
  const server = await createTestServer({ engine, config: { AUTH_AUTOCONFIRM: false } });

  /** Opens the link of the last mail to an address; returns the address of the redirect. */
  async function openLinkTo(email: string): Promise<URL> {
    const { link } = lastMailTo(server, email);
    const { headers } = await fetch(link, { method: 'POST', redirect: 'manual' });
    return new URL(headers.get('location') ?? '');
  }

  /** Requests a recovery mail, opens its link and returns the code from the redirect. */
  async function openRecovery(pkce = createChallenge()) {
    const { email, user, access_token: bearer } = await createPerson(server);
    await callAuth(server, '/recover', { body: { email, ...pkce.fields } });
    const { token } = lastMailTo(server, email);
    const location = await openLinkTo(email);
    return { ...pkce, bearer, user, token, location, code: location.searchParams.get('code') };
  }

  const exchange = (body: unknown) => callAuth(server, '/token?grant_type=pkce', { body });

  test('[W1] redirect with a code and without a token; its verifier exchanges the code for one session, even in eight simultaneous requests', async () => {
    const { code, verifier, token, location } = await openRecovery();
    expect(token).toMatch(/^pkce_[0-9a-f]{56}$/);
    expect(location.hash).toBe('');
    expect(code).toMatch(/^[0-9a-f-]{36}$/);
    const mismatch = 'code challenge does not match previously saved code verifier';
    expect(refusal(await exchange({ auth_code: code, code_verifier: 'x'.repeat(43) }))).toEqual(
      refused(400, 'bad_code_verifier', mismatch),
    );
    const body = { auth_code: code, code_verifier: verifier };
    const answers = await Promise.all(Array.from({ length: 8 }, () => exchange(body)));
    const [session, ...more] = answers.filter(({ status }) => status === 200);
    expect(more).toEqual([]);
    expect(claimsOf(session?.body.access_token).amr[0].method).toBe('recovery');
    expect(refusal(await exchange(body))).toEqual(
      refused(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found'),
    );
  });

  test('[W1] end the flows of earlier mails when they prove the address', async () => {
    const email = createAddress();
    const body = { email, password: PASSWORD, ...createChallenge().fields };
    await callAuth(server, '/signup', { body });
    const [user] = await readRows(server.db, 'users', { email });
    const countFlows = async () =>
      (await readRows(server.db, 'flow_states', { user_id: user?.id ?? '' })).length;
    server.clock.advance(61_000);
    await callAuth(server, '/recover', { body: { email, ...createChallenge().fields } });
    expect(await countFlows()).toBe(2);
    expect((await openLinkTo(email)).searchParams.get('code')).not.toBeNull();
    expect(await countFlows()).toBe(1);
  });

  test('[W1] expire the code five minutes after the link is opened, not after the mail', async () => {
    const { email } = await createPerson(server);
    const { verifier, fields } = createChallenge();
    await callAuth(server, '/recover', { body: { email, ...fields } });
    server.clock.advance(60 * 60_000);
    const code = (await openLinkTo(email)).searchParams.get('code');
    server.clock.advance(5 * 60_000 + 1000);
    expect(await exchange({ auth_code: code, code_verifier: verifier })).toMatchObject({
      status: 422,
      body: { code: 'flow_state_expired' },
    });
  });

  test('[W1] have a code that a new password or address invalidates', async () => {
    const admin = await fetchAdminToken(server);
    const password = `${PASSWORD} again`;
    for (const [isOwn, body] of [
      [true, { password }],
      [false, { password }],
      [false, { email: createAddress() }],
    ] as const) {
      const { bearer, user, code, verifier } = await openRecovery();
      const call = { method: 'PUT', bearer: isOwn ? bearer : admin, body };
      const path = isOwn ? '/user' : `/admin/users/${user.id}`;
      expect((await callAuth(server, path, call)).status).toBe(200);
      const late = await exchange({ auth_code: code, code_verifier: verifier });
      expect(refusal(late).code).toBe('flow_state_not_found');
    }
  });

  test('[W1] work for a sign-up, a magic link and a change of address', async () => {
    const { verifier, fields } = createChallenge();
    const email = createAddress();
    const open = async (address: string) => {
      const code = (await openLinkTo(address)).searchParams.get('code');
      return exchange({ auth_code: code, code_verifier: verifier });
    };
    await callAuth(server, '/signup', { body: { email, password: PASSWORD, ...fields } });
    expect((await open(email)).body.user).toHaveProperty('email_confirmed_at');
    await callAuth(server, '/otp', { body: { email, ...fields } });
    const { body: session } = await open(email);
    expect(session.user.email).toBe(email);

    const next = createAddress();
    await callAuth(server, '/user', {
      method: 'PUT',
      bearer: session.access_token,
      body: { email: next, ...fields },
    });
    await openLinkTo(email);
    expect((await open(next)).body.user.email).toBe(next);
  });

  // The tests below do not depend on the engine.
  if (engine !== 'sqlite') return;

  test('[W1] accept a plain challenge', async () => {
    const verifier = 'v'.repeat(50);
    const fields = { code_challenge: verifier, code_challenge_method: 'plain' };
    const { code } = await openRecovery({ verifier, fields });
    expect((await exchange({ auth_code: code, code_verifier: verifier })).status).toBe(200);
  });

  test.each([[{}], [{ auth_code: 'x' }], [{ auth_code: '', code_verifier: 'y' }]])(
    '[W1] refuse an exchange of %j',
    async (body) => {
      const message = 'invalid request: both auth code and code verifier should be non-empty';
      expect(refusal(await exchange(body))).toEqual(refused(400, 'validation_failed', message));
    },
  );

  test.each([
    [{ code_challenge: 'short', code_challenge_method: 's256' }],
    [{ code_challenge: 'ü'.repeat(43), code_challenge_method: 's256' }],
    [{ code_challenge: 'x'.repeat(43), code_challenge_method: 'md5' }],
    [{ code_challenge_method: 's256' }],
  ])('[W1] refuse the challenge %j', async (fields) => {
    const body = { email: createAddress(), password: PASSWORD, ...fields };
    expect(await callAuth(server, '/signup', { body })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed' },
    });
  });
});
