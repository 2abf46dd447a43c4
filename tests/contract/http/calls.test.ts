import { expect, test } from 'vitest';
import { CALLS } from '#contract/calls/calls.ts';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import { createApp } from '#server/app.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';
import { listRoutes } from '#tests/support/servers/list-routes.ts';
import { send } from '#tests/support/servers/send.ts';
import { fetchAdminToken, signUp } from '#tests/support/sign-in.ts';

/** Our own endpoint below GoTrue's path. */
const HAND_OVER = `${API_PATHS.auth}/hand-over/`;

test('the table of calls matches the mounted routes, and no other is mounted below the admin’s path', async () => {
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

// SQLite would store a NUL character, and the installation could then not be moved to PostgreSQL.
test('NUL in a text is refused', async () => {
  const server = await createTestServer();
  const admin = await fetchAdminToken(server);
  const { session, user, client } = await signUp(server);
  const row = { user_id: user.id, subject: 'No sound', message: 'It is quiet', status: 'open' };
  const { data } = await client.from('support_tickets').insert(row).select('id').single();
  const own = session.access_token;
  const { admin: ours, auth, ownTickets, storage } = API_PATHS;
  const invited = { email: 'ruth@example.org', name: 'Ru\0th', role: 'owner' };
  for (const [bearer, path, body] of [
    [own, `${ownTickets}/${data?.id}/messages`, { text: 'a\0b' }],
    [admin, `${ours}/tickets/${data?.id}/answer`, { answer: 'a\0b', isClosed: false }],
    [admin, `${ours}/admins`, invited],
    [admin, `${ours}/files/name?path=%00`, undefined],
    [undefined, `${auth}/admin/sign-in`, { email: 'a\0@b.org', password: 'x' }],
    [own, `${storage}/object/list/avatars`, { prefix: `${user.id}/\0` }],
  ] as const) {
    expect([path, (await send(server, path, { bearer, body })).status]).toEqual([path, 400]);
  }
});
