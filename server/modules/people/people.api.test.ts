import { beforeAll, describe, expect, test } from 'vitest';
import { API_PATHS } from '#contract/words/paths.ts';
import { callAuth } from '#tests/support/auth-call.ts';
import { ENGINES } from '#tests/support/create-test-db.ts';
import { createTestServer, type TestServer } from '#tests/support/create-test-server.ts';
import { fetchAdminToken, signUp } from '#tests/support/sign-in.ts';

describe.each(ENGINES)('people, for the admin, on %s', (engine) => {
  let server: TestServer;
  let admin: string;
  beforeAll(async () => {
    server = await createTestServer({ engine });
    admin = await fetchAdminToken(server);
  });
  const signOut = (id: string, bearer: string) =>
    fetch(`${server.url}${API_PATHS.admin}/people/${id}/sign-out`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${bearer}` },
    });

  test('signing a person out ends her sessions everywhere, and no one else’s', async () => {
    const { user, session } = await signUp(server);
    const other = await signUp(server);
    const whoAmI = (bearer: string) => callAuth(server, '/user', { bearer });
    expect((await signOut(user.id, other.session.access_token)).status).toBe(403);
    expect((await whoAmI(session.access_token)).status).toBe(200);
    expect((await signOut(user.id, admin)).status).toBe(200);
    expect((await whoAmI(session.access_token)).status).toBe(403);
    expect((await whoAmI(other.session.access_token)).status).toBe(200);
  });

  test('whoever is nobody cannot be signed out', async () => {
    expect((await signOut('nobody', admin)).status).toBe(404);
    expect((await signOut('00000000-0000-4000-8000-000000000000', admin)).status).toBe(404);
  });

  test('are found by their ids, as the tables name them', async () => {
    const [one, two] = [await signUp(server), await signUp(server)];
    const find = async (ids: string) => {
      const { body } = await callAuth(server, `/admin/users?ids=${ids}`, { bearer: admin });
      return body.users.map(({ email }: { email: string }) => email).sort();
    };
    const wanted = `${one.user.id},nobody,${two.user.id.toUpperCase()}`;
    expect(await find(wanted)).toEqual([one.email, two.email].sort());
    expect(await find('nobody')).toEqual([]);
  });
});
