import { describe, expect, test } from 'vitest';
import { CALLS } from '#contract/calls/calls.ts';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import { createApp } from '#server/app.ts';
import { ENGINES } from '#tests/support/databases/create-test-db.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';
import { listRoutes } from '#tests/support/servers/list-routes.ts';
import { send } from '#tests/support/servers/send.ts';
import { fetchAdminToken, signUp } from '#tests/support/sign-in.ts';

/** Our own endpoint below GoTrue's path. */
const HAND_OVER = `${API_PATHS.auth}/hand-over/`;

describe('the table of calls', () => {
  test('matches the mounted routes, and no other is mounted below the admin’s path', async () => {
    const server = await createTestServer();
    const mounted = listRoutes(createApp(server.deps).routes).map(
      ({ method, path }) => `${method} ${path}`,
    );
    const named = Object.values(CALLS).map(({ method, path }) => `${method} ${path}`);
    expect(mounted).toEqual(expect.arrayContaining(named));
    const ours = mounted.filter(
      (route) => route.includes(` ${API_PATHS.admin}/`) || route.includes(` ${HAND_OVER}`),
    );
    expect(ours.filter((route) => !named.includes(route))).toEqual([]);
  });
});

// On SQLite it would be stored, and the installation could not be moved to PostgreSQL.
test.each(ENGINES)('NUL in a text is refused, on %s', async (engine) => {
  const server = await createTestServer({ engine });
  const admin = await fetchAdminToken(server);
  const { session, user, client } = await signUp(server);
  const row = { user_id: user.id, subject: 'No sound', message: 'It is quiet', status: 'open' };
  const { data } = await client.from('support_tickets').insert(row).select('id').single();
  const userToken = session.access_token;
  const { admin: own, auth, ownTickets, storage } = API_PATHS;
  const answers = [
    await send(server, `${ownTickets}/${data?.id}/messages`, {
      bearer: userToken,
      body: { text: 'a\0b' },
    }),
    await send(server, `${own}/tickets/${data?.id}/answer`, {
      bearer: admin,
      body: { answer: 'a\0b', isClosed: false },
    }),
    await send(server, `${own}/admins`, {
      bearer: admin,
      body: { email: 'ruth@example.org', name: 'Ru\0th', role: 'owner' },
    }),
    await send(server, `${own}/files/name?path=%00`, { bearer: admin }),
    await send(server, `${auth}/admin/sign-in`, { body: { email: 'a\0@b.org', password: 'x' } }),
    await send(server, `${storage}/object/list/avatars`, {
      bearer: userToken,
      body: { prefix: `${user.id}/\0` },
    }),
    await send(server, `${storage}/object/avatars`, {
      method: 'DELETE',
      bearer: userToken,
      body: { prefixes: [`${user.id}/\0`] },
    }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 400, 400]);
});
