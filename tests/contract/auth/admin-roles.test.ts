import { describe, expect, test } from 'vitest';
import {
  ADMIN_CALLS,
  hasPermission,
  requiredPermission,
} from '#contract/calls/admin/admin-permissions.ts';
import { CALLS } from '#contract/calls/calls.ts';
import { ADMIN_ROLE_NAMES, type AdminRole, mayAdmin } from '#contract/constants/admin-roles.ts';
import { HTTP_ERROR } from '#contract/constants/error-codes.ts';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import { buildNotification } from '#db/seeds/builders/build-service-rows.ts';
import { createApp } from '#server/app.ts';
import { createAppRegistry } from '#server/registered-tables.ts';
import { enterAsAdmin } from '#tests/support/admin-people.ts';
import { insertRows } from '#tests/support/databases/create-test-db.ts';
import { callAuth, createAddress, createPerson } from '#tests/support/servers/auth-call.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';
import { addressOfRoute, listRoutes } from '#tests/support/servers/list-routes.ts';
import { send } from '#tests/support/servers/send.ts';

const BCRYPT = `$2b$04$${'a'.repeat(53)}`;
const WRITES = ['POST', 'PATCH', 'PUT', 'DELETE'];

describe('[Q3] [D1] the limits of an admin’s role', async () => {
  const tokens = new Map<AdminRole, string>();
  const server = await createTestServer();
  for (const role of ADMIN_ROLE_NAMES) tokens.set(role, (await enterAsAdmin(server, role)).token);

  /** Whether the request is refused because of the role. */
  const isRefused = async (role: AdminRole, method: string, path: string) => {
    // Incomplete bodies, so that an accepted request changes nothing.
    const body = WRITES.includes(method) ? [] : undefined;
    const answer = await send(server, path, { bearer: tokens.get(role), method, body });
    const said = await answer.text();
    return answer.status === 403 && said.includes(HTTP_ERROR.roleMayNot);
  };

  test('every admin route requires a permission, and refuses roles without it', async () => {
    const routes = listRoutes(createApp(server.deps).routes).filter(({ path }) =>
      /\/admin\b|\/invite$/.test(path),
    );
    expect(routes.length).toBeGreaterThan(40);
    const nameless: string[] = [];
    const wrong: string[] = [];
    for (const { method, path } of routes) {
      const need = requiredPermission(method, addressOfRoute(path));
      if (need === undefined) nameless.push(`${method} ${path}`);
      // Skips owner actions that would delete the test's own data.
      for (const role of ADMIN_ROLE_NAMES.filter((name) => name !== 'owner')) {
        const may = need === undefined || need === 'anybody' || mayAdmin(role, ...need);
        const refused = await isRefused(role, method, addressOfRoute(path));
        if (refused === may) wrong.push(`${role}: ${method} ${path}`);
      }
    }
    expect(nameless).toEqual([]);
    expect(wrong).toEqual([]);
  });

  test('a page offers each action to exactly the roles that the server permits', () => {
    const wrong: string[] = [];
    for (const name of ADMIN_CALLS) {
      const { method, path } = CALLS[name];
      const need = requiredPermission(method, addressOfRoute(path));
      for (const role of ADMIN_ROLE_NAMES) {
        const may = need === 'anybody' || (need !== undefined && mayAdmin(role, ...need));
        if (may !== hasPermission(role, name)) wrong.push(`${role}: ${name}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(ADMIN_CALLS.filter((name) => !hasPermission('owner', name))).toEqual([]);
  });

  test('only an owner may change how a user signs in', async () => {
    const { user } = await createPerson(server);
    const acts: [string, string, object][] = [
      ['PUT', `/admin/users/${user.id}`, { password: 'a password of the helpdesk' }],
      ['PUT', `/admin/users/${user.id}`, { password_hash: BCRYPT }],
      ['PUT', `/admin/users/${user.id}`, { email: 'helpdesk@example.org' }],
      ['PUT', `/admin/users/${user.id}`, { email_confirm: true }],
      ['PUT', `/admin/users/${user.id}`, { app_metadata: { role: 'admin' } }],
      ['POST', '/admin/users', { email: createAddress(), password: 'a password of the helpdesk' }],
      ['POST', '/admin/users', { email: createAddress(), password_hash: BCRYPT }],
      ['POST', '/admin/users', { email: createAddress(), email_confirm: true }],
      ['POST', '/admin/generate_link', { type: 'recovery', email: user.email }],
    ];
    for (const [method, path, body] of acts) {
      for (const role of ADMIN_ROLE_NAMES) {
        const bearer = tokens.get(role) ?? '';
        const { status, body: said } = await callAuth(server, path, { method, body, bearer });
        // An address that the owner has just assigned is refused with a different error.
        const isRefused = status === 403 && said.code === HTTP_ERROR.roleMayNot;
        expect([role, method, body, isRefused]).toEqual([role, method, body, role !== 'owner']);
      }
    }
    const mayStill = { bearer: tokens.get('helpdesk') ?? '', method: 'PUT' };
    const renamed = { ...mayStill, body: { user_metadata: { name: 'Ruth' } } };
    expect((await callAuth(server, `/admin/users/${user.id}`, renamed)).status).toBe(200);
    const banned = { ...mayStill, body: { ban_duration: '1h' } };
    expect((await callAuth(server, `/admin/users/${user.id}`, banned)).status).toBe(200);
  });

  test('every table belongs to an area, and is read and written by roles with access to it', async () => {
    const wrong: string[] = [];
    for (const { name: table, area } of createAppRegistry().tables.values()) {
      for (const role of ADMIN_ROLE_NAMES) {
        for (const method of ['GET', ...WRITES]) {
          const may = hasPermission(role, `${method === 'GET' ? 'read' : 'write'} ${area}`);
          const path = `${API_PATHS.tables}/${table}`;
          // Skipped, because an unfiltered DELETE by an owner would succeed.
          if (may && method === 'DELETE') continue;
          if ((await isRefused(role, method, path)) === may)
            wrong.push(`${role}: ${method} ${table}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  test('a notification to one user is listed only for roles that may read tickets', async () => {
    const { user } = await createPerson(server);
    const notifications = [buildNotification({ user_id: user.id })];
    await insertRows(server.db, { notifications });
    const path = `${API_PATHS.tables}/notifications?user_id=eq.${user.id}`;
    const countFor = async (role: AdminRole) =>
      (await (await send(server, path, { bearer: tokens.get(role) })).json()).length;
    expect([await countFor('helpdesk'), await countFor('editor')]).toEqual([1, 0]);
  });

  test('embedding a table in another does not circumvent its permissions', async () => {
    const path = `${API_PATHS.tables}/audio_content?select=id,favorites(user_id)`;
    expect(await isRefused('editor', 'GET', path)).toBe(true);
    expect(await isRefused('helpdesk', 'GET', path)).toBe(false);
    // A cached plan of a permitted role is not reused for a different role.
    expect(await isRefused('editor', 'GET', path)).toBe(true);
  });

  test('files are uploaded and discarded by roles with access to tracks', async () => {
    const file = `${API_PATHS.storage}/object/audio/new.mp3`;
    const asked = [
      ['POST', file],
      ['DELETE', `${API_PATHS.resumableUpload}/none`],
      ['POST', API_PATHS.resumableUpload],
    ] as const;
    for (const [method, path] of asked) {
      for (const role of ADMIN_ROLE_NAMES) {
        const isRight =
          (await isRefused(role, method, path)) !== hasPermission(role, 'write content');
        expect([role, method, path, isRight]).toEqual([role, method, path, true]);
      }
    }
  });
});
