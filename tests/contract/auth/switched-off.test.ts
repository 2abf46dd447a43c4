import { describe, expect, test } from 'vitest';
import {
  callAuth,
  createPerson,
  PASSWORD,
  refusal,
  refused,
} from '#tests/support/servers/auth-call.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';
import { fetchAdminToken } from '#tests/support/sign-in.ts';

const server = await createTestServer();

describe('[W1] features of GoTrue that are disabled here are refused with its error messages:', () => {
  test('another provider, a wallet, single sign-on and a passkey', async () => {
    const { auth } = server.supabase();
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
    const passkey = await callAuth(server, '/passkeys/authentication/options', { body: {} });
    expect(refusal(passkey)).toEqual(refused(404, 'passkey_disabled', 'Passkeys are disabled'));
  });

  const id = crypto.randomUUID();
  const passkeys = [422, 'passkey_disabled', 'Passkeys are disabled'] as const;
  const linking = [404, 'manual_linking_disabled', 'Manual linking is disabled'] as const;
  const totp = [422, 'mfa_totp_enroll_not_enabled', 'MFA enroll is disabled for TOTP'] as const;
  const phone = [422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone'] as const;
  const webauthn = [422, 'mfa_webauthn_enroll_not_enabled', expect.any(String)] as const;
  const verify = [422, 'mfa_totp_verify_not_enabled', expect.any(String)] as const;
  const other = [400, 'validation_failed', expect.any(String)] as const;
  test.each([
    ['POST', '/passkeys/registration/options', {}, ...passkeys],
    ['POST', '/passkeys/registration/verify', {}, ...passkeys],
    ['GET', '/passkeys', undefined, ...passkeys],
    ['PATCH', `/passkeys/${id}`, {}, ...passkeys],
    ['DELETE', `/passkeys/${id}`, undefined, ...passkeys],
    ['GET', '/user/identities/authorize?provider=google', undefined, ...linking],
    ['DELETE', `/user/identities/${id}`, undefined, ...linking],
    ['POST', '/factors', { factor_type: 'totp' }, ...totp],
    ['POST', '/factors', { factor_type: 'phone' }, ...phone],
    ['POST', '/factors', { factor_type: 'webauthn' }, ...webauthn],
    ['POST', '/factors', { factor_type: 'smoke' }, ...other],
    ['POST', `/factors/${id}/challenge`, {}, ...verify],
    ['POST', `/factors/${id}/verify`, {}, ...verify],
    ['DELETE', `/factors/${id}`, undefined, ...verify],
  ])('%s %s, which requires a session first', async (method, path, body, status, code, message) => {
    const stranger = await callAuth(server, path, { method, body });
    expect([stranger.status, stranger.body.code]).toEqual([401, 'no_authorization']);
    const { access_token: bearer } = await createPerson(server);
    const answer = await callAuth(server, path, { method, body, bearer });
    expect(refusal(answer)).toEqual({ status, code, message });
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

  test('a role or a phone number set by the admin; the other fields of the request are not saved', async () => {
    const bearer = await fetchAdminToken(server);
    const { user } = await createPerson(server);
    const path = `/admin/users/${user.id}`;
    const user_metadata = { name: 'Ruth' };
    const put = (body: object) => callAuth(server, path, { method: 'PUT', bearer, body });
    for (const unkept of [{ role: 'service_role' }, { phone: '+4912345' }]) {
      expect((await put({ ...unkept, user_metadata })).body.code).toBe('validation_failed');
      const body = { ...unkept, email: 'naomi@example.org' };
      const made = await callAuth(server, '/admin/users', { bearer, body });
      expect(made.body.code).toBe('validation_failed');
    }
    const { body } = await callAuth(server, path, { bearer });
    expect(body.user_metadata).not.toHaveProperty('name');
    const list = await callAuth(server, '/admin/users?filter=naomi', { bearer });
    expect(list.body.users).toEqual([]);
    const kept = await put({ role: 'authenticated', user_metadata });
    expect(kept.body.user_metadata).toMatchObject(user_metadata);
  });
});
