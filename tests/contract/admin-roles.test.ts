import { beforeAll, describe, expect, test } from 'vitest';
import { areaOfTable, needAt } from '#contract/calls/admin-needs.ts';
import { ADMIN_ROLE_NAMES, type AdminRole, mayAdmin } from '#contract/words/admin-roles.ts';
import { HTTP_ERROR } from '#contract/words/error-codes.ts';
import { API_PATHS } from '#contract/words/paths.ts';
import { createApp } from '#server/app.ts';
import { createAppRegistry } from '#server/registered-tables.ts';
import { enterAsAdmin } from '#tests/support/admin-people.ts';
import { ENGINES } from '#tests/support/create-test-db.ts';
import { createTestServer, type TestServer } from '#tests/support/create-test-server.ts';
import { addressOfRoute, listRoutes } from '#tests/support/list-routes.ts';

const WRITES = ['POST', 'PATCH', 'PUT', 'DELETE'];

describe.each(ENGINES)('[Q3] [D1] what an admin’s role may not, on %s', (engine) => {
  let server: TestServer;
  const tokens = new Map<AdminRole, string>();
  beforeAll(async () => {
    server = await createTestServer({ engine });
    for (const role of ADMIN_ROLE_NAMES) tokens.set(role, (await enterAsAdmin(server, role)).token);
  });

  /** Refused for the role, and for nothing else. */
  const isRefused = async (role: AdminRole, method: string, path: string) => {
    const answer = await fetch(server.url + path, {
      method,
      headers: { Authorization: `Bearer ${tokens.get(role)}`, 'Content-Type': 'application/json' },
      // Bodies that are never complete: what is let in changes nothing.
      ...(WRITES.includes(method) ? { body: '[]' } : {}),
    });
    const said = await answer.text();
    return answer.status === 403 && said.includes(HTTP_ERROR.roleMayNot);
  };

  test('every route of the admin has a need, and refuses whose role does not meet it', async () => {
    const routes = listRoutes(createApp(server.deps).routes).filter(({ path }) =>
      /\/admin\b|\/invite$/.test(path),
    );
    expect(routes.length).toBeGreaterThan(40);
    const nameless: string[] = [];
    const wrong: string[] = [];
    for (const { method, path } of routes) {
      const need = needAt(method, addressOfRoute(path));
      if (need === undefined) nameless.push(`${method} ${path}`);
      // What would end the test's own data is the owner's, and she may it.
      for (const role of ADMIN_ROLE_NAMES.filter((name) => name !== 'owner')) {
        const may = need === undefined || need === 'anybody' || mayAdmin(role, ...need);
        const refused = await isRefused(role, method, addressOfRoute(path));
        if (refused === may) wrong.push(`${role}: ${method} ${path}`);
      }
    }
    expect(nameless).toEqual([]);
    expect(wrong).toEqual([]);
  });

  test('every table has an area, and is read and written by whose role opens it', async () => {
    const wrong: string[] = [];
    for (const table of createAppRegistry({ premiumGate: false }).tables.keys()) {
      const area = areaOfTable(table);
      if (area === undefined) {
        wrong.push(`${table} has no area`);
        continue;
      }
      for (const role of ADMIN_ROLE_NAMES) {
        for (const method of ['GET', ...WRITES]) {
          const may = mayAdmin(role, method === 'GET' ? 'read' : 'write', area);
          const path = `${API_PATHS.tables}/${table}`;
          // Not without a filter: an owner's DELETE would go through.
          if (may && method === 'DELETE') continue;
          if ((await isRefused(role, method, path)) === may)
            wrong.push(`${role}: ${method} ${table}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  test('a table that is embedded in another is no way around it', async () => {
    const path = `${API_PATHS.tables}/audio_content?select=id,favorites(user_id)`;
    expect(await isRefused('editor', 'GET', path)).toBe(true);
    expect(await isRefused('helpdesk', 'GET', path)).toBe(false);
    // A plan that was made for who may is not handed to who may not.
    expect(await isRefused('editor', 'GET', path)).toBe(true);
  });

  test('files are uploaded, and given up, by whose role opens the tracks', async () => {
    const file = `${API_PATHS.storage}/object/audio/new.mp3`;
    const asked = [
      ['POST', file],
      ['DELETE', `${API_PATHS.resumableUpload}/none`],
      ['POST', API_PATHS.resumableUpload],
    ] as const;
    for (const [method, path] of asked) {
      for (const role of ADMIN_ROLE_NAMES) {
        const may = mayAdmin(role, 'write', 'content');
        expect([role, method, path, await isRefused(role, method, path)]).toEqual([
          role,
          method,
          path,
          !may,
        ]);
      }
    }
  });
});
