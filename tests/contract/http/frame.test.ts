import { describe, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { createLogger } from '#server/core/telemetry/logger.ts';
import { PUBLIC_ROUTES } from '#server/http/public-routes.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';
import { requestRaw } from '#tests/support/servers/http-client.ts';
import { addressOfRoute, listRoutes } from '#tests/support/servers/list-routes.ts';
import { send } from '#tests/support/servers/send.ts';

const lines: string[] = [];
const logger = createLogger({
  level: 'info',
  destination: { write: (line) => lines.push(line) },
});
const server = await createTestServer({ deps: { logger } });

describe('[Q1] a visitor without a session', () => {
  test('is refused by every route that is not on the public list', async () => {
    const { routes } = createApp(server.deps);
    const all = listRoutes(routes);
    const open = PUBLIC_ROUTES.map(([path]) => path);
    const closed = all.filter(({ path }) => !open.includes(path));
    expect(all.length).toBeGreaterThan(20);
    expect(closed.length).toBeGreaterThan(5);
    const answers = await Promise.all(
      closed.map(async ({ method, path }) => {
        const { status } = await fetch(server.url + addressOfRoute(path), { method });
        return { method, path, status };
      }),
    );
    expect(answers.filter(({ status }) => status !== 401 && status !== 403)).toEqual([]);
  });
});

describe('an address below the paths of the contract', () => {
  const bases = ['/auth/v1', '/rest/v1', '/storage/v1', '/realtime/v1'];
  const asked = bases.flatMap((base) =>
    ['/', '/nothing', '/a/b/c', '/%E0%A4%A'].flatMap((rest) =>
      ['GET', 'POST', 'DELETE'].map((method) => [method, base + rest] as const),
    ),
  );
  test('gets a small JSON error if it is unknown, even in a browser', async () => {
    for (const [method, path] of asked) {
      const answer = await fetch(server.url + path, { method, headers: { Accept: 'text/html' } });
      const text = await answer.text();
      const request = `${method} ${path}: ${answer.status} ${text.slice(0, 100)}`;
      expect(answer.status, request).toBeGreaterThanOrEqual(400);
      expect(answer.status, request).toBeLessThan(500);
      expect(answer.headers.get('content-type'), request).toMatch(/^application\/json/);
      expect(text.length, request).toBeLessThan(1000);
      expect(JSON.parse(text), request).toHaveProperty('code');
    }
  });
});

describe('health', () => {
  test('reports that the server is running and ready', async () => {
    expect(await (await fetch(`${server.url}/healthz`)).json()).toEqual({ status: 'ok' });
    const ready = await fetch(`${server.url}/readyz`);
    expect(await ready.json()).toEqual({
      status: 'ok',
      checks: { database: 'ok', storage: 'ok' },
    });
  });

  test('names the failing part, and the server keeps running', async () => {
    const sick = await createTestServer();
    await sick.db.close();
    const degraded = { status: 'degraded', checks: { database: 'failed', storage: 'ok' } };
    const serves = await fetch(`${sick.url}/readyz`);
    expect([serves.status, await serves.json()]).toEqual([200, degraded]);
    const strict = await fetch(`${sick.url}/readyz?strict`);
    expect([strict.status, await strict.json()]).toEqual([503, degraded]);
    expect(strict.headers.get('retry-after')).toBe('2');
    expect((await fetch(`${sick.url}/healthz`)).status).toBe(200);
  });
});

describe('metrics', () => {
  test('are refused through a proxy without the token', async () => {
    const METRICS_TOKEN = 'a-token-of-its-own';
    const guarded = await createTestServer({ config: { METRICS_TOKEN } });
    const ask = (headers: Record<string, string>) =>
      fetch(`${guarded.url}/metrics`, {
        headers: { 'x-forwarded-for': '203.0.113.9', ...headers },
      });
    expect((await ask({})).status).toBe(403);
    expect((await ask({ authorization: 'Bearer wrong' })).status).toBe(403);
    expect((await ask({ authorization: `Bearer ${METRICS_TOKEN}` })).status).toBe(200);
  });
});

describe('another origin', () => {
  test.each([
    '/auth/v1/token',
    '/rest/v1/favorites',
    '/storage/v1/object/audio/a.mp3',
    '/realtime/v1/changes',
  ])('may send requests to %s', async (path) => {
    const answer = await fetch(server.url + path, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://app.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,apikey,x-client-info,prefer',
      },
    });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-allow-headers')).toContain('authorization,apikey');
    expect(answer.headers.get('access-control-allow-methods')).toContain('PATCH');
  });

  const PATHS = [
    '/auth/v1/user',
    '/realtime/v1/changes',
    '/storage/v1/object/public/audio/none.mp3',
    '/rest/v1/nothing',
    // The second request gets a cached response.
    '/rest/v1/audio_content',
    '/rest/v1/audio_content',
    '/rest/v1/audio_content',
  ];

  test('can read status codes and counts; other requests get no CORS headers, and Vary names Origin', async () => {
    for (const path of PATHS) {
      const cors = await fetch(server.url + path, { headers: { origin: 'https://app.example' } });
      expect(cors.headers.get('access-control-allow-origin')).toBe('*');
      const exposed = cors.headers.get('access-control-expose-headers');
      for (const name of ['content-range', 'x-supabase-api-version'])
        expect(exposed).toContain(name);
      const { headers } = await fetch(server.url + path);
      expect(headers.get('access-control-allow-origin')).toBeNull();
      expect(headers.get('access-control-expose-headers')).toBeNull();
      for (const answer of [cors.headers, headers]) expect(answer.get('vary')).toContain('Origin');
    }
  });
});

describe('an error', () => {
  test('reveals nothing internal if it is unexpected, and its id is in the log', async () => {
    const broken = await createTestServer({
      deps: { logger: server.deps.logger },
    });
    await broken.db.close();
    const answers = await Promise.all([
      fetch(`${broken.url}/rest/v1/audio_content?select=id`),
      send(broken, '/auth/v1/signup', {
        body: { email: 'ruth@example.com', password: 'a long password' },
      }),
    ]);
    for (const answer of answers) {
      const text = await answer.text();
      expect(answer.status).toBe(500);
      expect(text).not.toMatch(/kysely|sqlite|at .*\.ts/i);
      const id = answer.headers.get('x-request-id') ?? 'none';
      expect(text).toContain(id);
      expect(lines.filter((line) => line.includes(id) && line.includes('"error"'))).toHaveLength(1);
    }
  });

  test('about a body that is too large or incomplete JSON is a client error', async () => {
    const headers = { 'content-type': 'application/json' };
    const post = (body: string) =>
      fetch(`${server.url}/newsletter`, { method: 'POST', headers, body });
    expect((await post(`{"email":"${'x'.repeat(20_000)}"}`)).status).toBe(413);
    expect((await post('{"email":')).status).toBe(400);
  });
});

describe('the log', () => {
  test('has a line for a request, with its id, without query values and addresses', async () => {
    const answer = await fetch(
      `${server.url}/storage/v1/object/sign/audio/a.mp3?token=very-secret`,
    );
    const id = answer.headers.get('x-request-id') ?? 'none';
    await expect.poll(() => lines.some((line) => line.includes(id))).toBe(true);
    const line = JSON.parse(lines.find((text) => text.includes(id)) ?? '{}');
    expect(line).toMatchObject({ method: 'GET', path: '/storage/v1/object/sign/audio/a.mp3' });
    expect(lines.join()).not.toContain('very-secret');
    expect(lines.join()).not.toContain('127.0.0.1');
  });

  test('omits successful requests of monitoring, and contains a failed kiosk report', async () => {
    const before = lines.length;
    for (const path of ['/healthz', '/readyz', '/metrics']) {
      expect((await fetch(server.url + path)).status).toBe(200);
    }
    const refused = await fetch(`${server.url}/kiosk/v1/reports`, { method: 'POST' });
    expect(refused.status).toBe(401);
    await expect.poll(() => lines.slice(before).join()).toContain('/kiosk/v1/reports');
    expect(lines.slice(before).join()).not.toMatch(/healthz|readyz|metrics/);
  });

  test('hides credentials at any depth', () => {
    const written: string[] = [];
    const logger = createLogger({
      level: 'info',
      destination: { write: (text) => written.push(text) },
    });
    logger.info({
      password: 'p1',
      body: { refresh_token: 'p2' },
      req: { headers: { authorization: 'p3', apikey: 'p4' } },
    });
    expect(written.join()).not.toMatch(/p[1-4]/);
    expect(written.join()).toContain('[hidden]');
  });
});

test('a request id from a trusted proxy is kept, any other is replaced', async () => {
  const trusting = await createTestServer({ config: { TRUST_PROXY: 1 } });
  const headers = { 'x-request-id': 'from-the-proxy' };
  expect((await requestRaw(trusting.url, '/healthz', { headers })).headers['x-request-id']).toBe(
    'from-the-proxy',
  );
  expect((await requestRaw(server.url, '/healthz', { headers })).headers['x-request-id']).toMatch(
    /^req_/,
  );
});
