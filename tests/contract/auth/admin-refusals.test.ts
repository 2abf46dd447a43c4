import { SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import { createApp } from '#server/app.ts';
import { PUBLIC_ROUTES } from '#server/http/public-routes.ts';
import { resetAdminPassword } from '#server/modules/auth/admins/shared-password.usecases.ts';
import { createAppRegistry } from '#server/registered-tables.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';
import { addressOfRoute, listRoutes } from '#tests/support/servers/list-routes.ts';
import { send } from '#tests/support/servers/send.ts';
import { fetchAdminToken, signUp } from '#tests/support/sign-in.ts';

/** Longer than an admin token's lifetime, shorter than a user token's. */
const ADMIN_TOKEN_AGE_MS = 21 * 60_000;
const OPEN = PUBLIC_ROUTES.map(([path]) => path);
const VERBS = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'];

describe('[Q1] [Q3] [D1] without a valid admin token', async () => {
  const server = await createTestServer();
  const { ANON_KEY, JWT_SECRET } = server.deps.config;
  const expired = await fetchAdminToken(server);
  server.clock.advance(ADMIN_TOKEN_AGE_MS);
  const outdated = await fetchAdminToken(server);
  await resetAdminPassword(server.deps);
  const good = await fetchAdminToken(server);
  const forge = (secret: string, claims: object) =>
    new SignJWT({ role: 'service_role', ...claims })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(Buffer.from(secret));
  /** Invalid admin tokens: refused everywhere, even where a user may read. */
  const broken = {
    expired,
    'from before the new password': outdated,
    'signed by somebody else': await forge('another secret that is long enough', {}),
    'of a future password': await forge(JWT_SECRET, { token_generation: 99 }),
    cut: good.slice(0, -4),
    malformed: 'a.b.c',
  };
  const { session } = await signUp(server);
  const bearers = { none: undefined, 'the anon key': ANON_KEY, 'a user’s': session.access_token };

  const ask = async (method: string, path: string, bearer: string | undefined) => {
    const { status } = await send(server, path, { bearer, method });
    return status;
  };

  /**
   * Three paths, one for each function that reads tokens, are sent every broken token; others only an expired one, to
   * save time.
   */
  const getsEveryToken = (path: string) => /\/admin\/(users|me)$|\/dashboard$/.test(path);

  test('every admin route refuses the request', async () => {
    const routes = listRoutes(createApp(server.deps).routes).filter(
      ({ path }) => /\/admin\b|\/invite$/.test(path) && !OPEN.includes(path),
    );
    expect(routes.length).toBeGreaterThan(40);
    expect(new Set(routes.map(({ path }) => path).filter(getsEveryToken)).size).toBe(3);
    const admitted: string[] = [];
    for (const { method, path } of routes) {
      const sent = {
        ...bearers,
        ...(getsEveryToken(path) ? broken : { expired: broken['expired'] }),
      };
      for (const [whose, bearer] of Object.entries(sent)) {
        const status = await ask(method, addressOfRoute(path), bearer);
        if (status !== 401 && status !== 403)
          admitted.push(`${whose}: ${method} ${path} ${status}`);
      }
    }
    expect(admitted).toEqual([]);
    expect(await ask('GET', `${API_PATHS.admin}/dashboard`, good)).toBe(200);
  });

  test('every table refuses a broken token for every method', async () => {
    const tables = [...createAppRegistry().tables.keys()];
    expect(tables.length).toBeGreaterThan(15);
    const admitted: string[] = [];
    for (const table of tables) {
      for (const method of VERBS) {
        const isFirst = table === tables[0];
        for (const [which, bearer] of Object.entries(broken).slice(0, isFirst ? undefined : 1)) {
          const status = await ask(method, `${API_PATHS.tables}/${table}`, bearer);
          if (status !== 401) admitted.push(`${which}: ${method} ${table} ${status}`);
        }
      }
    }
    expect(admitted).toEqual([]);
  });
});
