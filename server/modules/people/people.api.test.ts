import { describe, expect, test } from 'vitest';
import { buildUser } from '#db/seeds/builders/build-person.ts';
import { sampleUuid } from '#db/seeds/sample-uuid.ts';
import { ENGINES } from '#tests/support/databases/create-test-db.ts';
import { callAuth } from '#tests/support/servers/auth-call.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';
import { callAdmin } from '#tests/support/servers/send.ts';
import { fetchAdminToken, signUp } from '#tests/support/sign-in.ts';

describe.each(ENGINES)('users in the admin API, on %s', async (engine) => {
  const server = await createTestServer({ engine });
  const admin = await fetchAdminToken(server);
  const signOut = (id: string, bearer: string) =>
    callAdmin(server, `/people/${id}/sign-out`, { bearer, method: 'POST' });

  test('can be signed out by an admin only; other users stay signed in, and an unknown user is not found', async () => {
    const { user, session } = await signUp(server);
    const other = await signUp(server);
    const whoAmI = (bearer: string) => callAuth(server, '/user', { bearer });
    expect((await signOut(user.id, other.session.access_token)).status).toBe(403);
    expect((await whoAmI(session.access_token)).status).toBe(200);
    expect((await signOut(user.id, admin)).status).toBe(200);
    expect((await whoAmI(session.access_token)).status).toBe(403);
    expect((await whoAmI(other.session.access_token)).status).toBe(200);
    for (const id of ['nobody', '00000000-0000-4000-8000-000000000000']) {
      expect((await signOut(id, admin)).status).toBe(404);
    }
  });

  test('are found by the ids used in tables', async () => {
    const [one, two] = [await signUp(server), await signUp(server)];
    const find = async (ids: string) => {
      const { body } = await callAuth(server, `/admin/users?ids=${ids}`, { bearer: admin });
      return body.users.map(({ email }: { email: string }) => email).sort();
    };
    const wanted = `${one.user.id},nobody,${two.user.id.toUpperCase()}`;
    expect(await find(wanted)).toEqual([one.email, two.email].sort());
    expect(await find('nobody')).toEqual([]);
  });

  test('may have any id that PostgreSQL accepts, and are counted, exported and erased like others', async () => {
    const person = { id: '11111111-1111-1111-1111-111111111111', email: 'eve@example.org' };
    const made = await callAuth(server, '/admin/users', { bearer: admin, body: person });
    expect(made.status).toBe(200);
    const call = async (path: string, body?: unknown) => {
      const answer = await callAdmin(server, `/people/${person.id}/${path}`, {
        bearer: admin,
        body,
      });
      return answer.status;
    };
    expect(await call('counts')).toBe(200);
    expect(await call('export')).toBe(200);
    expect(await call('erase', { email: person.email })).toBe(200);
  });
});

describe.each(ENGINES)('the list of users on %s', async (engine) => {
  const [RUTH, NAOMI, LEAH] = [1, 2, 3].map((n) => sampleUuid('user', n));
  const server = await createTestServer({
    engine,
    rows: {
      users: [
        { ...buildUser(1), email: 'ruth_k@example.org', last_sign_in_at: '2026-01-03T00:00:00Z' },
        { ...buildUser(2), email: 'naomi@example.org', last_sign_in_at: '2026-01-05T00:00:00Z' },
        { ...buildUser(3), email: 'leah@example.org', banned_until: '2999-01-01T00:00:00Z' },
      ],
      profiles: [{ id: NAOMI ?? '', username: 'Éva Bethlehem' }],
      support_tickets: [{ user_id: LEAH ?? '', subject: 's', message: 'm', status: 'open' }],
      centre_codes: [
        {
          centre_name: 'The Manger',
          code: 'ABCD2345',
          plan_type: 'Lifetime',
          plan_length: null,
          uses_allowed: 2,
          valid_until: '2999-01-01T00:00:00Z',
        },
      ],
      code_redemptions: [{ code_id: 1, user_id: RUTH ?? '' }],
      subscriptions: [
        { user_id: RUTH ?? '', plan_type: 'Monthly', status: 'active' },
        {
          user_id: LEAH ?? '',
          plan_type: 'Trial',
          status: 'active',
          end_date: '2020-01-01T00:00:00.000Z',
        },
      ],
    },
  });
  const bearer = await fetchAdminToken(server);
  const find = async (query: Record<string, string>) => {
    const asked = new URLSearchParams(query);
    const { status, body } = await callAuth(server, `/admin/users?${asked}`, { bearer });
    expect(status).toBe(200);
    expect(body.total).toBe(body.users.length);
    return body.users.map(({ id }: { id: string }) => id);
  };

  test.each([
    ['an address', 'RUTH_K', [RUTH]],
    ['a name', 'éva', [NAOMI]],
    ['a ticket', 'T-1', [LEAH]],
    ['a code that was redeemed', 'abcd-2345', [RUTH]],
    ['a name with a typing error', 'betlhehem', [NAOMI]],
    ['a pattern character, which is matched literally', '%', []],
  ])('[D2] finds an account by %s', async (_what, search, found) => {
    expect(await find({ search })).toEqual(found);
  });

  test.each([
    [{ state: 'banned' }, [LEAH]],
    [{ plan: 'Monthly' }, [RUTH]],
    // A plan that has ended does not count.
    [{ plan: 'Trial' }, []],
    [{ plan: 'free' }, [LEAH, NAOMI]],
    [{ sort: '-last_sign_in_at' }, [NAOMI, RUTH, LEAH]],
    [{ sort: '-plan' }, [RUTH, LEAH, NAOMI]],
    [{ sort: 'password_hash', state: 'dead', plan: 'gold' }, [LEAH, NAOMI, RUTH]],
  ])('is narrowed and sorted by %j', async (query, found) => {
    expect(await find(query)).toEqual(found);
  });
});
