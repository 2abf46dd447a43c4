import { beforeAll, describe, expect, test } from 'vitest';
import { addedKioskSchema } from '#contract/calls/kiosks.ts';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import { createApp } from '#server/app.ts';
import { hashSecret } from '#server/core/config/secrets.ts';
import { PUBLIC_ROUTES } from '#server/http/public-routes.ts';
import { createAppRegistry } from '#server/registered-tables.ts';
import { createTestServer, type TestServer } from '#tests/support/servers/create-test-server.ts';
import { addressOfRoute, listRoutes } from '#tests/support/servers/list-routes.ts';
import { send } from '#tests/support/servers/send.ts';
import { ADMIN_PASSWORD } from '#tests/support/servers/server-process.ts';
import { fetchAdminToken, signUp } from '#tests/support/sign-in.ts';

/** A proxied request may come from anywhere, so it counts as another machine. */
const ELSEWHERE = { 'X-Forwarded-For': '192.168.1.20' };
const VERBS = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'];
/** Endpoints without a token: they use a password or a single-use address. */
const WITHOUT_TOKEN = ['POST /auth/v1/admin/login', 'GET /backup-downloads/:name'];

describe('[Q3] a kiosk that gets requests with all admin credentials', () => {
  let server: TestServer;
  let admin: string;
  beforeAll(async () => {
    server = await createTestServer({ config: { KIOSK: true } });
    admin = await fetchAdminToken(server);
  });

  async function request(method: string, path: string, headers: Record<string, string>) {
    const body = /GET|HEAD/.test(method) ? undefined : { password: ADMIN_PASSWORD };
    const answer = await send(server, path, { method, body, headers });
    const text = await answer.text();
    return `${answer.status} ${text.slice(0, 100)}`;
  }
  const asAdmin = () => ({ Authorization: `Bearer ${admin}` });
  const fromElsewhere = async (endpoints: readonly string[]) => {
    const answers = endpoints.map(async (endpoint) => {
      const [method = '', path = ''] = endpoint.split(' ');
      return `${endpoint} → ${await request(method, addressOfRoute(path), { ...asAdmin(), ...ELSEWHERE })}`;
    });
    return (await Promise.all(answers)).filter((line) => !line.includes(' → 403 '));
  };

  test('refuses to another machine every endpoint that is neither public nor for a user’s own data', async () => {
    const open = PUBLIC_ROUTES.map(([path]) => path);
    const endpoints = listRoutes(createApp(server.deps).routes)
      .filter(({ path }) => !open.includes(path))
      .map(({ method, path }) => `${method} ${path}`);
    expect(endpoints).toEqual(
      expect.arrayContaining([
        'POST /auth/v1/invite',
        'POST /auth/v1/admin/generate_link',
        'GET /auth/v1/admin/users/:id',
        'GET /admin/v1/dashboard',
        'POST /storage/v1/object/:bucket/*path',
        'PATCH /storage/v1/upload/resumable/:id',
      ]),
    );
    const ownData = await listOwnData(endpoints);
    expect(
      await fromElsewhere(endpoints.filter((endpoint) => !ownData.includes(endpoint))),
    ).toEqual([]);
  });

  /** Endpoints for a user's own data are not admin endpoints. */
  async function listOwnData(endpoints: readonly string[]): Promise<string[]> {
    const { session } = await signUp(server);
    const answers = await Promise.all(
      endpoints.map(async (endpoint) => {
        const [method = '', path = ''] = endpoint.split(' ');
        const Authorization = `Bearer ${session.access_token}`;
        const answer = await request(method, addressOfRoute(path), { Authorization });
        return { endpoint, isOwnData: !/^40[13]/.test(answer) };
      }),
    );
    return answers.filter(({ isOwnData }) => isOwnData).map(({ endpoint }) => endpoint);
  }

  test('refuses every table and stream to another machine', async () => {
    const tables = [...createAppRegistry().tables.keys()];
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

  test('refuses the admin sign-in and backup downloads to another machine', async () => {
    expect(await fromElsewhere(WITHOUT_TOKEN)).toEqual([]);
  });

  test('accepts them from the kiosk itself', async () => {
    expect(await request('GET', `${API_PATHS.admin}/dashboard`, asAdmin())).toMatch(/^200/);
    expect(await request('POST', '/auth/v1/admin/login', {})).toMatch(/^200/);
    expect(await request('GET', `${API_PATHS.tables}/audit_log`, asAdmin())).toMatch(/^200/);
  });
});

describe('[Q3] the token of a kiosk', () => {
  const OWN = `ksk_${'o'.repeat(43)}`;
  const ENROLLED = `ksk_${'e'.repeat(43)}`;
  /** Values that no response to a kiosk may contain. */
  const secrets = ['ruth-of-moab@example.com', 'Ruth-of-Moab', 'a-question-of-ruth'];
  let server: TestServer;
  let endpoints: { method: string; path: string }[];
  let userToken: string;
  beforeAll(async () => {
    server = await createTestServer({ config: { KIOSK_TOKEN_HASH: hashSecret(OWN) } });
    const [email, name, question] = secrets;
    const { client, user, session } = await signUp(server, { email: String(email) });
    const saved = await client.from('profiles').upsert({ id: user.id, username: name });
    const ticket = { user_id: user.id, subject: question, message: question, status: 'open' };
    const asked = await client.from('support_tickets').insert(ticket);
    expect([saved.error, asked.error]).toEqual([null, null]);
    secrets.push(user.id);
    userToken = session.access_token;

    const admin = await fetchAdminToken(server);
    const added = await post(`${API_PATHS.admin}/kiosks`, { name: 'Room 7' }, admin);
    const { code } = addedKioskSchema.parse(await added.json());
    expect((await post(API_PATHS.kioskEnrolments, { code, token: ENROLLED })).status).toBe(200);
    const tables = [...createAppRegistry().tables.keys()];
    const routes = listRoutes(createApp(server.deps).routes).filter(
      ({ path }) => path !== API_PATHS.kioskEnrolments && path !== `${API_PATHS.tables}/:table`,
    );
    endpoints = [
      ...routes.map(({ method, path }) => ({ method, path: addressOfRoute(path) })),
      // Skipped: deleting what everyone may delete would leave nothing to read.
      ...tables.flatMap((table) =>
        ['GET', 'POST', 'PATCH'].map((method) => ({
          method,
          path: `${API_PATHS.tables}/${table}`,
        })),
      ),
      ...tables.map((table) => ({
        method: 'GET',
        path: `${API_PATHS.changes}?table=${table}`,
      })),
    ];
  });

  const post = (path: string, body: unknown, token?: string) =>
    send(server, path, { bearer: token, body });

  async function request(method: string, path: string, token: string | undefined) {
    const controller = new AbortController();
    const answer = await fetch(server.url + path, {
      method,
      headers: {
        'Content-Type': 'application/json',
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      },
      ...(/GET|HEAD/.test(method) ? {} : { body: '{}' }),
      signal: controller.signal,
    });
    // A stream never ends, so only its first bytes are read.
    const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream');
    const reader = answer.body?.getReader();
    let text = '';
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      text += Buffer.from(part.value).toString('utf8');
      if (isStream) break;
    }
    controller.abort();
    return { status: answer.status, text };
  }

  test('opens no endpoint that refuses requests without a token, and reveals no user data', async () => {
    expect(endpoints.length).toBeGreaterThan(150);
    const more: string[] = [];
    const leaks: string[] = [];
    for (const { method, path } of endpoints) {
      if (path === API_PATHS.kioskReports) continue;
      const [answer, withoutToken] = [
        await request(method, path, ENROLLED),
        await request(method, path, undefined),
      ];
      // A kiosk token must not open an endpoint that refuses requests without a token.
      const isMore = answer.status < 300 && withoutToken.status >= 300;
      if (isMore) more.push(`${method} ${path} ${answer.status}, without ${withoutToken.status}`);
      const leaked = secrets.filter((word) => answer.text.includes(word));
      if (leaked.length > 0) leaks.push(`${method} ${path}: ${leaked}`);
    }
    expect({ more, leaks }).toEqual({ more: [], leaks: [] });
  });

  test('reveals less than a user’s own token, which gets the secret texts', async () => {
    const profile = await request('GET', `${API_PATHS.tables}/profiles`, userToken);
    const tickets = await request('GET', `${API_PATHS.tables}/support_tickets`, userToken);
    const [, name, question] = secrets;
    expect(profile.text).toContain(name);
    expect(tickets.text).toContain(question);
  });

  test.each([OWN, ENROLLED])(
    'gets only settings and a restart request in response to its own report',
    async (token) => {
      const answer = await post(
        API_PATHS.kioskReports,
        {
          version: '1.2.3',
          uptimeSeconds: 1,
          state: 'attract',
          inputSecondsAgo: null,
          soundSecondsAgo: null,
          restartInSeconds: null,
          troubles: [],
          settings: null,
        },
        token,
      );
      const text = await answer.text();
      expect(Object.keys(JSON.parse(text)).sort()).toEqual(['restart', 'settings']);
      expect(secrets.filter((word) => text.includes(word))).toEqual([]);
    },
  );
});
