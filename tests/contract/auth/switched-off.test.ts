import { createClient } from '@supabase/supabase-js';
import { beforeAll, describe, expect, test } from 'vitest';
import { callAuth, createPerson, PASSWORD, refusal } from '#tests/support/servers/auth-call.ts';
import { createTestServer, type TestServer } from '#tests/support/servers/create-test-server.ts';
import { fetchAdminToken } from '#tests/support/sign-in.ts';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});

const refused = (status: number, code: string, message: string) => ({ status, code, message });

describe('[W1] features of the original that are disabled here are refused with its error messages:', () => {
  const client = () =>
    createClient(server.url, server.deps.config.ANON_KEY, {
      auth: { persistSession: false, autoRefreshToken: false },
    });

  test('another provider, a wallet and single sign-on', async () => {
    const { auth } = client();
    const apple = await auth.signInWithIdToken({ provider: 'apple', token: 'x' });
    expect(apple.error).toMatchObject({ status: 400, code: 'provider_disabled' });
    const company = await auth.signInWithSSO({ domain: 'example.org' });
    expect(company.error).toMatchObject({ status: 404, code: 'saml_provider_disabled' });
    const wallet = await callAuth(server, '/token?grant_type=web3', { body: { chain: 'solana' } });
    expect(refusal(wallet)).toEqual(
      refused(422, 'web3_provider_disabled', 'Web3 provider is disabled'),
    );
    expect((await auth.signInAnonymously()).error).toMatchObject({
      status: 422,
      code: 'anonymous_provider_disabled',
    });
    expect(refusal(await callAuth(server, '/authorize?provider=google'))).toEqual(
      refused(400, 'validation_failed', 'Unsupported provider: provider is not enabled'),
    );
  });

  test('[W1] signing in by passkey, and with a session its registration, list and removal', async () => {
    const signIn = await callAuth(server, '/passkeys/authentication/options', { body: {} });
    expect(refusal(signIn)).toEqual(refused(404, 'passkey_disabled', 'Passkeys are disabled'));
    const { access_token: bearer } = await createPerson(server);
    for (const [path, method] of [
      ['/passkeys/registration/options', 'POST'],
      ['/passkeys/registration/verify', 'POST'],
      ['/passkeys', 'GET'],
      [`/passkeys/${crypto.randomUUID()}`, 'PATCH'],
      [`/passkeys/${crypto.randomUUID()}`, 'DELETE'],
    ] as const) {
      const stranger = await callAuth(server, path, { method });
      expect([stranger.status, stranger.body.code], path).toEqual([401, 'no_authorization']);
      expect(refusal(await callAuth(server, path, { method, bearer })), path).toEqual(
        refused(422, 'passkey_disabled', 'Passkeys are disabled'),
      );
    }
  });

  test('a second identity, which requires a session first', async () => {
    const path = '/user/identities/authorize?provider=google';
    expect((await callAuth(server, path)).body.code).toBe('no_authorization');
    const { access_token: bearer } = await createPerson(server);
    const disabled = refused(404, 'manual_linking_disabled', 'Manual linking is disabled');
    expect(refusal(await callAuth(server, path, { bearer }))).toEqual(disabled);
    const identity = `/user/identities/${crypto.randomUUID()}`;
    expect(refusal(await callAuth(server, identity, { bearer, method: 'DELETE' }))).toEqual(
      disabled,
    );
  });

  test('a second factor of any kind, which requires a session first', async () => {
    const { access_token: bearer } = await createPerson(server);
    const enrol = (factor_type: string, asked = {}) =>
      callAuth(server, '/factors', { body: { factor_type }, ...asked });
    expect((await enrol('totp')).body.code).toBe('no_authorization');
    expect((await enrol('totp')).status).toBe(401);
    for (const [type, name] of [
      ['totp', 'TOTP'],
      ['phone', 'Phone'],
      ['webauthn', 'WebAuthn'],
    ] as const) {
      expect(refusal(await enrol(type, { bearer }))).toEqual(
        refused(422, `mfa_${type}_enroll_not_enabled`, `MFA enroll is disabled for ${name}`),
      );
    }
    expect((await enrol('smoke', { bearer })).body.code).toBe('validation_failed');
    const factor = `/factors/${crypto.randomUUID()}`;
    for (const [path, method] of [
      [`${factor}/challenge`, 'POST'],
      [`${factor}/verify`, 'POST'],
      [factor, 'DELETE'],
    ] as const) {
      expect((await callAuth(server, path, { method })).status, path).toBe(401);
      expect((await callAuth(server, path, { method, bearer })).body, path).toMatchObject({
        code: 'mfa_totp_verify_not_enabled',
      });
    }
  });

  test('an address together with a phone number, on every request', async () => {
    const both = { email: 'ruth@example.org', phone: '+4912345', password: PASSWORD };
    for (const path of ['/signup', '/token?grant_type=password', '/otp']) {
      expect((await callAuth(server, path, { body: both })).body).toMatchObject({
        code: 'validation_failed',
        message: expect.stringContaining('Only an email address or phone number'),
      });
    }
  });

  test('a role or a phone number set by the admin, with the rest of the request', async () => {
    const bearer = await fetchAdminToken(server);
    const { user } = await createPerson(server);
    for (const unkept of [{ role: 'service_role' }, { phone: '+4912345' }]) {
      const body = { ...unkept, user_metadata: { name: 'Ruth' } };
      const changed = await callAuth(server, `/admin/users/${user.id}`, {
        method: 'PUT',
        bearer,
        body,
      });
      expect(changed.body.code).toBe('validation_failed');
      const made = await callAuth(server, '/admin/users', {
        bearer,
        body: { ...body, email: 'naomi@example.org' },
      });
      expect(made.body.code).toBe('validation_failed');
    }
    const { body } = await callAuth(server, `/admin/users/${user.id}`, { bearer });
    expect(body.user_metadata).not.toHaveProperty('name');
    const list = await callAuth(server, '/admin/users?filter=naomi', { bearer });
    expect(list.body.users).toEqual([]);
    const kept = await callAuth(server, `/admin/users/${user.id}`, {
      method: 'PUT',
      bearer,
      body: { role: 'authenticated', user_metadata: { name: 'Ruth' } },
    });
    expect(kept.body.user_metadata).toMatchObject({ name: 'Ruth' });
  });
});
