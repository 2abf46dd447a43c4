import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ownSessionsSchema } from '#contract/calls/own-sessions.ts';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import { ENGINES } from '#tests/support/databases/create-test-db.ts';
import {
  callAuth,
  createAddress,
  PASSWORD,
  refreshWith,
} from '#tests/support/servers/auth-call.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';
import { openEventReader } from '#tests/support/servers/event-reader.ts';
import { send } from '#tests/support/servers/send.ts';
import { fetchAdminToken } from '#tests/support/sign-in.ts';

const HOUR_MS = 60 * 60_000;
const IDLE_LIFE_MS = 90 * 24 * HOUR_MS;
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
const LAPTOP = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

describe.each(ENGINES)('the list of a user’s own sessions, on %s', async (engine) => {
  const server = await createTestServer({ engine });

  const post = async (path: string, body: object, userAgent: string) =>
    (await callAuth(server, path, { body, headers: { 'User-Agent': userAgent } })).body;
  const signIn = (email: string, userAgent: string) =>
    post('/token?grant_type=password', { email, password: PASSWORD }, userAgent);
  const signUpOn = async (userAgent: string) => {
    const email = createAddress();
    return { email, ...(await post('/signup', { email, password: PASSWORD }, userAgent)) };
  };
  const ask = (bearer: string | undefined, id = '', method = 'GET') =>
    send(server, `${API_PATHS.accountSessions}${id && `/${id}`}`, { bearer, method });
  const list = async (bearer: string) =>
    ownSessionsSchema.parse(await (await ask(bearer)).json()).sessions;

  test('names browser and system, marks the current session, and lists the last used first', async () => {
    const laptop = await signUpOn(LAPTOP);
    server.clock.advance(HOUR_MS);
    const phone = await signIn(laptop.email, PHONE);
    const before = await list(phone.access_token);
    expect(before).toMatchObject([
      { device: 'Safari on iPhone', is_current: true },
      { device: 'Firefox on Linux', is_current: false },
    ]);
    server.clock.advance(60_000);
    const { refresh_token } = laptop;
    const body = await post('/token?grant_type=refresh_token', { refresh_token }, LAPTOP);
    const [first] = await list(body.access_token);
    expect(first).toMatchObject({
      device: 'Firefox on Linux',
      is_current: true,
      id: before[1]?.id,
      created_at: before[1]?.created_at,
    });
    expect(Date.parse(first?.last_used_at ?? '')).toBeGreaterThan(
      Date.parse(before[0]?.last_used_at ?? ''),
    );
    const stored = await server.db.kysely.selectFrom('sessions').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain('18_5');
  });

  test('can end one session, its tokens and streams at once, and no other', async () => {
    const laptop = await signUpOn(LAPTOP);
    const phone = await signIn(laptop.email, PHONE);
    const stream = await openEventReader(`${server.url}${API_PATHS.changes}?table=favorites`, {
      headers: { Authorization: `Bearer ${phone.access_token}` },
    });
    const other = (await list(laptop.access_token)).find(({ is_current }) => !is_current);
    expect((await ask(laptop.access_token, other?.id, 'DELETE')).status).toBe(204);
    await stream.ended;
    expect((await ask(phone.access_token)).status).toBe(401);
    const refreshed = await refreshWith(server, phone.refresh_token);
    expect(refreshed.status).toBe(400);
    expect(await list(laptop.access_token)).toHaveLength(1);
    expect((await ask(laptop.access_token, other?.id, 'DELETE')).status).toBe(404);
  });

  test('cannot end a session of another user; the response is the same as for a missing session', async () => {
    const [ruth, naomi] = [await signUpOn(LAPTOP), await signUpOn(PHONE)];
    const [ruthsSession] = await list(ruth.access_token);
    const answers = await Promise.all(
      [ruthsSession?.id, randomUUID(), 'no-uuid'].map((id) =>
        ask(naomi.access_token, id, 'DELETE'),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    const bodies = await Promise.all(answers.map((answer) => answer.json()));
    const [first] = bodies;
    for (const body of bodies) expect(body).toEqual({ ...first, requestId: body.requestId });
    expect(await list(ruth.access_token)).toHaveLength(1);
  });

  test('omits expired sessions, and all but the current one after a new password', async () => {
    const laptop = await signUpOn(LAPTOP);
    server.clock.advance(IDLE_LIFE_MS);
    const [phone, tablet] = [await signIn(laptop.email, PHONE), await signIn(laptop.email, LAPTOP)];
    expect(await list(phone.access_token)).toHaveLength(2);
    await callAuth(server, '/user', {
      method: 'PUT',
      bearer: phone.access_token,
      body: { password: 'another psalm entirely' },
    });
    expect(await list(phone.access_token)).toMatchObject([{ is_current: true }]);
    expect((await ask(tablet.access_token)).status).toBe(401);
  });

  // SQLite is enough below: these tests run only SQL that the tests above cover on both engines.
  if (engine !== 'sqlite') return;

  test('is for signed-in users only, not for visitors or the admin', async () => {
    const admin = await fetchAdminToken(server);
    const asked = [undefined, server.deps.config.ANON_KEY, admin];
    for (const bearer of asked) {
      expect((await ask(bearer)).status).toBe(401);
      expect((await ask(bearer, randomUUID(), 'DELETE')).status).toBe(401);
    }
  });
});
