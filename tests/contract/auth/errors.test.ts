import { gzipSync } from 'node:zlib';
import { SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { ENGINES } from '#tests/support/databases/create-test-db.ts';
import {
  callAuth,
  claimsOf,
  createPerson,
  refusal,
  refused,
} from '#tests/support/servers/auth-call.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';

const NIL = '00000000-0000-4000-8000-000000000000';

describe.each(ENGINES)('the auth API on %s', async (engine) => {
  const server = await createTestServer({ engine });

  const sign = (claims: object, secret = server.deps.config.JWT_SECRET, alg = 'HS256') =>
    new SignJWT({ ...claims }).setProtectedHeader({ alg }).sign(Buffer.from(secret));

  const unparsable = /^invalid JWT: unable to parse or verify signature, /;
  test('[W1] refuses a session of another user', async () => {
    const [own, other] = await Promise.all([createPerson(server), createPerson(server)]);
    const { session_id } = claimsOf(other.access_token);
    const mixed = await sign({ sub: own.user.id, aud: 'authenticated', session_id });
    const answer = await callAuth(server, '/user', { bearer: mixed });
    expect(answer.body.code).toBe('session_not_found');
  });

  const POSTS = [
    '/signup',
    '/token?grant_type=password',
    '/token?grant_type=refresh_token',
    '/token?grant_type=pkce',
    '/otp',
    '/recover',
    '/resend',
    '/verify',
    '/admin/login',
  ];

  test.each(POSTS)('[W1] survives unusual texts at %s', async (path) => {
    const odd = ['\u0000', '\ud800', 'a\u0000@example.com', 'x'.repeat(200_000), '💛'.repeat(1000)];
    for (const text of odd) {
      const body = {
        email: text,
        password: text,
        refresh_token: text,
        auth_code: text,
        code_verifier: text,
        token: text,
        type: text,
        code_challenge: text,
        code_challenge_method: text,
      };
      const { status } = await callAuth(server, path, { body });
      expect(Math.floor(status / 100)).toBe(4);
    }
  });

  // Tokens are checked and bodies parsed before the database is asked.
  if (engine !== 'sqlite') return;

  test('[W1] sends an error with code and message only, and in the older form to a client without the version header', async () => {
    const path = '/token?grant_type=password';
    const answer = await callAuth(server, path, {
      body: { email: 'a@example.com', password: 'x' },
    });
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'x-supabase-api-version': '2024-01-01',
      'x-sb-error-code': 'invalid_credentials',
      'content-type': expect.stringMatching(/^application\/json/),
      'cache-control': 'no-store',
    });
    expect(answer.body).toEqual({
      code: 'invalid_credentials',
      message: 'Invalid login credentials',
    });
    const response = await fetch(`${server.url}/auth/v1${path}`, {
      method: 'POST',
      body: '{"email":"a@example.com"}',
    });
    expect(response.headers.get('x-supabase-api-version')).toBeNull();
    expect(await response.json()).toEqual({
      code: 400,
      error_code: 'invalid_credentials',
      msg: 'Invalid login credentials',
    });
    const { headers } = await callAuth(server, '/settings');
    expect(headers.get('x-supabase-api-version')).toBeNull();
  });

  test('[W1] answers an unknown address with not_found', async () => {
    for (const path of ['/nothing', '/admin/nothing', '/factors', '/user/extra']) {
      const { status, body } = await callAuth(server, path);
      expect({ status, code: body.code }).toEqual({ status: 404, code: 'not_found' });
    }
  });

  test('[W1] has public settings, health and keys', async () => {
    const { body } = await callAuth(server, '/settings');
    expect(body).toMatchObject({
      disable_signup: false,
      mailer_autoconfirm: true,
      phone_autoconfirm: false,
      sms_provider: '',
      saml_enabled: false,
      external: { email: true, phone: false, anonymous_users: false, google: false },
    });
    expect((await callAuth(server, '/health')).body).toMatchObject({ name: 'GoTrue' });
    expect((await callAuth(server, '/.well-known/jwks.json')).body).toEqual({ keys: [] });
  });

  test.each([
    ['PUT', '/user'],
    ['POST', '/logout'],
    ['GET', '/reauthenticate'],
  ])('[W1] checks the bearer token of %s %s in the order of the contract', async (method, path) => {
    const ask = (headers: Record<string, string>) => callAuth(server, path, { method, headers });
    const withToken = (token: string) => ask({ Authorization: `Bearer ${token}` });
    const { user, access_token } = await createPerson(server);
    const missing = refused(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
    for (const authorization of ['', 'Bearer', 'Basic YTpi', 'Bearer a b', access_token]) {
      expect(refusal(await ask({ Authorization: authorization }))).toEqual(missing);
    }
    const now = Math.floor(Date.now() / 1000);
    for (const token of [
      'nonsense',
      'a.b.c',
      `${access_token}x`,
      await sign({ sub: user.id }, 'another secret that is long enough'),
      await sign({ sub: user.id, exp: now - 1 }),
      await sign({ sub: user.id }, `${server.deps.config.JWT_SECRET}`, 'HS384'),
      `${Buffer.from('{"alg":"none"}').toString('base64url')}.${access_token.split('.')[1]}.`,
    ]) {
      const answer = await withToken(token);
      expect(answer).toMatchObject({ status: 403, body: { code: 'bad_jwt' } });
      expect(answer.body.message).toMatch(unparsable);
    }
    for (const token of [server.deps.config.ANON_KEY, await sign({ role: 'anon' })]) {
      expect(refusal(await withToken(token))).toEqual(
        refused(403, 'bad_jwt', 'invalid claim: missing sub claim'),
      );
    }
    expect(refusal(await withToken(await sign({ sub: '12345' })))).toEqual(
      refused(400, 'bad_jwt', 'invalid claim: sub claim must be a UUID'),
    );
    expect(await withToken(await sign({ sub: NIL }))).toMatchObject({
      status: 403,
      body: { code: 'user_not_found' },
    });
    expect(await withToken(await sign({ sub: user.id, session_id: NIL }))).toMatchObject({
      status: 403,
      body: { code: 'session_not_found' },
    });
    expect(refusal(await withToken(await sign({ sub: user.id, session_id: 7 })))).toEqual(
      refused(403, 'bad_jwt', 'invalid claim: session_id claim must be a UUID'),
    );
  });

  test('[W1] refuses another audience', async () => {
    const { user } = await createPerson(server);
    const bearer = await sign({ sub: user.id, aud: 'somebody else' });
    const answer = await callAuth(server, '/user', { bearer });
    expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
  });

  test('[W1] ignores unknown members, and null counts as missing', async () => {
    const { status } = await callAuth(server, '/signup', {
      body: {
        email: `odd-${crypto.randomUUID()}@example.com`,
        password: 'long enough',
        data: null,
        phone: null,
        options: { a: 1 },
        channel: 'sms',
        gotrue_meta_security: {},
        code_challenge: null,
        code_challenge_method: null,
        is_super_admin: true,
      },
    });
    expect(status).toBe(200);
  });

  const MALFORMED = [
    '',
    '{"email":',
    '[]',
    'null',
    '{"email":1,"password":2,"refresh_token":3,"type":4,"auth_code":5}',
    '{"email":{"a":1},"password":[],"refresh_token":{},"type":{},"auth_code":{}}',
    '['.repeat(60_000),
  ];

  test.each(POSTS)('[W1] answers every malformed body of %s with 400 bad_json', async (path) => {
    for (const raw of MALFORMED) {
      const { status, body } = await callAuth(server, path, { raw, method: 'POST' });
      expect({ raw, status, code: body.code }).toEqual({ raw, status: 400, code: 'bad_json' });
      expect(body.message).toMatch(/^Could not parse request body as JSON: /);
    }
  });

  test('[W1] refuses a body of more than 64 KiB, even if compressed', async () => {
    const raw = JSON.stringify({ email: 'x'.repeat(64 * 1024) });
    const plain = await callAuth(server, '/signup', { raw });
    expect(plain).toMatchObject({ status: 413, body: { code: 'request_entity_too_large' } });
    const headers = { 'Content-Encoding': 'gzip' };
    expect((await callAuth(server, '/signup', { raw: gzipSync(raw), headers })).status).toBe(413);
    const broken = await callAuth(server, '/signup', { raw: 'not gzip', headers });
    expect(broken).toMatchObject({ status: 400, body: { code: 'bad_json' } });
  });
});
