import { Socket } from 'node:net';
import { SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { changeRows } from '#tests/support/databases/create-test-db.ts';
import { callAuth, createPerson } from '#tests/support/servers/auth-call.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';
import { createActorResolver } from './actor-from-request.ts';
import { authContextOf } from './auth-context.ts';

describe('the actor of a request', async () => {
  const server = await createTestServer();

  const resolve = (authorization: string) =>
    createActorResolver(authContextOf(server.deps))({
      headers: { authorization },
      socket: new Socket(),
    });
  const sign = (claims: object, alg = 'HS256', secret = server.deps.config.JWT_SECRET) =>
    new SignJWT({ ...claims }).setProtectedHeader({ alg }).sign(Buffer.from(secret));
  const refused = (code: string, publicMessage: string) => ({ status: 401, code, publicMessage });

  test('[Q2] is the token’s user, until they are banned or sign out', async () => {
    const { access_token, user } = await createPerson(server);
    const bearer = `Bearer ${access_token}`;
    expect(await resolve(bearer)).toMatchObject({ role: 'authenticated', userId: user.id });
    expect(await resolve(bearer)).toMatchObject({ role: 'authenticated', userId: user.id });
    const ban = (banned_until: string | null) =>
      changeRows(server.db, 'users', { id: user.id }, { banned_until });
    await ban(new Date(server.clock.now() + 60_000).toISOString());
    await expect(resolve(bearer)).rejects.toMatchObject({ status: 401 });
    await ban(null);
    await callAuth(server, '/logout', { method: 'POST', bearer: access_token });
    await expect(resolve(bearer)).rejects.toMatchObject(
      refused('PGRST303', 'Session from session_id claim in JWT does not exist'),
    );
  });

  test('[Q1] a bad token is refused instead of treated as anonymous', async () => {
    const { access_token } = await createPerson(server);
    const now = Math.floor(server.clock.now() / 1000);
    const cases: [string, string, string][] = [
      ['', 'PGRST301', 'Empty JWT is sent in Authorization header'],
      ['nonsense', 'PGRST301', 'Expected 3 parts in JWT; got 1'],
      ['a.b.c', 'PGRST301', 'JWT cryptographic operation failed'],
      [`${access_token}x`, 'PGRST301', 'JWT cryptographic operation failed'],
      [await sign({}, 'HS512'), 'PGRST301', 'Wrong or unsupported encoding algorithm'],
      [await sign({ exp: now - 31 }), 'PGRST303', 'JWT expired'],
      [await sign({ nbf: now + 60 }), 'PGRST303', 'JWT not yet valid'],
      [await sign({ iat: now + 60 }), 'PGRST303', 'JWT issued at future'],
      [await sign({ exp: 'soon' }), 'PGRST303', "The JWT 'exp' claim must be a number"],
      [await sign({ role: 'postgres' }), 'PGRST301', 'JWT has an unknown role'],
      [
        await sign({ role: 'service_role', admin_session: crypto.randomUUID() }),
        'PGRST303',
        'JWT of an admin session that has ended',
      ],
    ];
    for (const [token, code, message] of cases) {
      await expect(resolve(`Bearer ${token}`)).rejects.toMatchObject(refused(code, message));
    }
    await expect(resolve(`Bearer ${await sign({ exp: now - 31 })}`)).rejects.toMatchObject({
      headers: {
        'WWW-Authenticate': 'Bearer error="invalid_token", error_description="JWT expired"',
      },
    });
  });

  test('is still the token’s user twenty seconds after it expired, to allow for clock skew', async () => {
    const { user } = await createPerson(server);
    const now = Math.floor(server.clock.now() / 1000);
    const token = await sign({ role: 'authenticated', sub: user.id, exp: now - 20 });
    expect(await resolve(`Bearer ${token}`)).toMatchObject({ userId: user.id });
  });
});
