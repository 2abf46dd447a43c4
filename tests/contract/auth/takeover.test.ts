import { describe, expect, test } from 'vitest';
import { ENGINES, readRows } from '#tests/support/databases/create-test-db.ts';
import {
  callAuth,
  claimsOf,
  createAddress,
  createPerson,
  lastMailTo,
  PASSWORD,
  refreshWith,
  useCode,
} from '#tests/support/servers/auth-call.ts';
import { createTestServer, type TestServer } from '#tests/support/servers/create-test-server.ts';
import { fetchAdminToken } from '#tests/support/sign-in.ts';

const STRANGERS_PASSWORD = 'a password of a stranger';

const signInWith = (server: TestServer, email: string, password: string) =>
  callAuth(server, '/token?grant_type=password', { body: { email, password } });

describe('[W1] a stranger who signed up with a user’s address first', () => {
  async function occupy(isOpen = false, engine: (typeof ENGINES)[number] = 'sqlite') {
    const config = { AUTH_AUTOCONFIRM: isOpen, AUTH_MAIL_INTERVAL_S: 0 };
    const server = await createTestServer({ engine, config });
    const email = createAddress();
    const data = { name: 'A stranger', play_log_consent: true };
    const answer = await callAuth(server, '/signup', {
      body: { email, password: STRANGERS_PASSWORD, data },
    });
    return { server, email, stranger: answer.body };
  }

  /** How the user proves the address, and the type of the code. */
  const PROOFS: [path: string, type: string, body: object][] = [
    ['/signup', 'signup', { password: PASSWORD, data: { name: 'Ruth', play_log_consent: false } }],
    ['/otp', 'email', { data: { name: 'Ruth', play_log_consent: false } }],
    ['/recover', 'recovery', {}],
    ['/invite', 'invite', { data: { name: 'Ruth' } }],
    ['/admin/generate_link', 'magiclink', { type: 'magiclink' }],
  ];
  test.each(PROOFS)(
    'keeps nothing once the user proves the address by %s with a code of type %s',
    async (path, type, given) => {
      const { server, email } = await occupy();
      const bearer = await fetchAdminToken(server);
      const answer = await callAuth(server, path, { body: { email, ...given }, bearer });
      const token = answer.body.email_otp ?? lastMailTo(server, email).code;
      const { status, body } = await callAuth(server, '/verify', { body: { email, token, type } });
      expect(status).toBe(200);
      const refused = await signInWith(server, email, STRANGERS_PASSWORD);
      expect(refused.body.code).toBe('invalid_credentials');
      expect(JSON.stringify(body.user)).not.toContain('A stranger');
      const consents = await readRows(server.db, 'consents', { user_id: body.user.id }, [
        'granted',
      ]);
      expect(consents).not.toContainEqual({ granted: true });
    },
  );

  test('does not get in by requesting the mail again, and a user who signed up alone keeps their password', async () => {
    const { server, email } = await occupy();
    await callAuth(server, '/signup', { body: { email, password: PASSWORD } });
    await callAuth(server, '/resend', { body: { type: 'signup', email } });
    await useCode(server, email, 'signup');
    expect((await signInWith(server, email, STRANGERS_PASSWORD)).body.code).toBe(
      'invalid_credentials',
    );

    const alone = createAddress();
    await callAuth(server, '/signup', { body: { email: alone, password: PASSWORD } });
    await callAuth(server, '/resend', { body: { type: 'signup', email: alone } });
    await useCode(server, alone, 'signup');
    expect((await signInWith(server, alone, PASSWORD)).status).toBe(200);
  });

  // Runs on both engines, because no other test here ends sessions by SQL.
  test.each(ENGINES)(
    'is signed out by the user’s recovery if accounts need no confirmation, on %s',
    async (engine) => {
      const { server, email, stranger } = await occupy(true, engine);
      await callAuth(server, '/user', {
        method: 'PUT',
        body: { email: createAddress() },
        bearer: stranger.access_token,
      });
      await callAuth(server, '/recover', { body: { email } });
      const { body } = await useCode(server, email, 'recovery');
      expect(JSON.stringify(body.user)).not.toContain('A stranger');
      expect(body.user).not.toHaveProperty('new_email');
      expect((await signInWith(server, email, STRANGERS_PASSWORD)).body.code).toBe(
        'invalid_credentials',
      );
      const seen = await callAuth(server, '/user', { bearer: stranger.access_token });
      expect(seen.body.code).toBe('session_not_found');
      const renewed = await refreshWith(server, stranger.refresh_token);
      expect(renewed.status).toBe(400);
    },
  );

  test('is distinguished from the user, whose own password survives a magic link', async () => {
    const server = await createTestServer({ config: { AUTH_AUTOCONFIRM: false } });
    const { email } = await createPerson(server);
    await callAuth(server, '/otp', { body: { email } });
    await useCode(server, email, 'email');
    expect((await signInWith(server, email, PASSWORD)).status).toBe(200);
  });

  test('cannot use mails to an old address once an admin has changed it', async () => {
    const server = await createTestServer();
    const { email, user } = await createPerson(server);
    await callAuth(server, '/recover', { body: { email } });
    const { token } = lastMailTo(server, email);
    const changed = await callAuth(server, `/admin/users/${user.id}`, {
      method: 'PUT',
      body: { email: createAddress() },
      bearer: await fetchAdminToken(server),
    });
    expect(changed.status).toBe(200);
    const opened = await callAuth(server, '/verify', {
      body: { token_hash: token, type: 'recovery' },
    });
    expect(opened.body.code).toBe('otp_expired');
  });

  test('cannot overwrite the identity claims in the metadata of an account made by the admin', async () => {
    const server = await createTestServer();
    const email = createAddress();
    const body = { email, password: PASSWORD, email_confirm: true };
    await callAuth(server, '/admin/users', { body, bearer: await fetchAdminToken(server) });
    const { access_token: bearer, user } = (await signInWith(server, email, PASSWORD)).body;
    const data = { email: createAddress(), sub: crypto.randomUUID(), phone_verified: true };
    await callAuth(server, '/user', { method: 'PUT', body: { data }, bearer });
    const later = (await signInWith(server, email, PASSWORD)).body;
    const own = { email, sub: user.id, phone_verified: false };
    expect(later.user.user_metadata).toEqual(own);
    expect(claimsOf(later.access_token).user_metadata).toEqual(own);
  });
});
