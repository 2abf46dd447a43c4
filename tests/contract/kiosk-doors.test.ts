import { beforeAll, describe, expect, test } from 'vitest';
import { API_PATHS } from '#contract/words/paths.ts';
import { createApp } from '#server/app.ts';
import { PUBLIC_ROUTES } from '#server/http/public-routes.ts';
import { createAppRegistry } from '#server/registered-tables.ts';
import { createTestServer, type TestServer } from '#tests/support/create-test-server.ts';
import { addressOfRoute, listRoutes } from '#tests/support/list-routes.ts';
import { ADMIN_PASSWORD } from '#tests/support/server-process.ts';
import { fetchAdminToken, signUp } from '#tests/support/sign-in.ts';

/** What comes through a proxy may come from anywhere, so it counts as another machine. */
const ELSEWHERE = { 'X-Forwarded-For': '192.168.1.20' };
const VERBS = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'];
/** Doors that take no token: a password, or an address that works once. */
const WITHOUT_TOKEN = ['POST /auth/v1/admin/login', 'GET /backup-downloads/:name'];

describe('[Q3] a kiosk, asked from another machine with all that makes an admin', () => {
  let server: TestServer;
  let admin: string;
  beforeAll(async () => {
    server = await createTestServer({ config: { KIOSK: true } });
    admin = await fetchAdminToken(server);
  });

  async function knock(method: string, path: string, headers: Record<string, string>) {
    const answer = await fetch(server.url + path, {
      method,
      headers: { 'Content-Type': 'application/json', ...headers },
      ...(/GET|HEAD/.test(method) ? {} : { body: JSON.stringify({ password: ADMIN_PASSWORD }) }),
    });
    const text = await answer.text();
    return `${answer.status} ${text.slice(0, 100)}`;
  }
  const asAdmin = () => ({ Authorization: `Bearer ${admin}` });
  const fromElsewhere = async (doors: readonly string[]) => {
    const answers = doors.map(async (door) => {
      const [method = '', path = ''] = door.split(' ');
      return `${door} → ${await knock(method, addressOfRoute(path), { ...asAdmin(), ...ELSEWHERE })}`;
    });
    return (await Promise.all(answers)).filter((line) => !line.includes(' → 403 '));
  };

  test('opens no door that is not everybody’s, whichever the program has', async () => {
    const open = PUBLIC_ROUTES.map(({ path }) => path);
    const doors = listRoutes(createApp(server.deps).routes)
      .filter(({ path }) => !open.includes(path))
      .map(({ method, path }) => `${method} ${path}`);
    expect(doors).toEqual(
      expect.arrayContaining([
        'POST /auth/v1/invite',
        'POST /auth/v1/admin/generate_link',
        'GET /auth/v1/admin/users/:id',
        'GET /admin/v1/dashboard',
        'POST /storage/v1/object/:bucket/*path',
        'PATCH /storage/v1/upload/resumable/:id',
      ]),
    );
    const hers = await listHers(doors);
    expect(await fromElsewhere(doors.filter((door) => !hers.includes(door)))).toEqual([]);
  });

  /** What every signed-in person may ask of her own is no door of the admin. */
  async function listHers(doors: readonly string[]): Promise<string[]> {
    const { session } = await signUp(server);
    const answers = await Promise.all(
      doors.map(async (door) => {
        const [method = '', path = ''] = door.split(' ');
        const Authorization = `Bearer ${session.access_token}`;
        const answer = await knock(method, addressOfRoute(path), { Authorization });
        return { door, isHers: !/^40[13]/.test(answer) };
      }),
    );
    return answers.filter(({ isHers }) => isHers).map(({ door }) => door);
  }

  test('opens no table and no stream', async () => {
    const tables = [...createAppRegistry({ premiumGate: false }).tables.keys()];
    expect(tables.length).toBeGreaterThan(15);
    expect(
      await fromElsewhere([
        ...tables.flatMap((table) => VERBS.map((verb) => `${verb} ${API_PATHS.tables}/${table}`)),
        `GET ${API_PATHS.tables}`,
        `GET ${API_PATHS.changes}?table=profiles`,
        `GET ${API_PATHS.changes}?table=profiles&access_token=${admin}`,
      ]),
    ).toEqual([]);
  });

  test('takes neither her password nor her download address', async () => {
    expect(await fromElsewhere(WITHOUT_TOKEN)).toEqual([]);
  });

  test('lets her in at the kiosk itself', async () => {
    expect(await knock('GET', `${API_PATHS.admin}/dashboard`, asAdmin())).toMatch(/^200/);
    expect(await knock('POST', '/auth/v1/admin/login', {})).toMatch(/^200/);
    expect(await knock('GET', `${API_PATHS.tables}/audit_log`, asAdmin())).toMatch(/^200/);
  });
});
