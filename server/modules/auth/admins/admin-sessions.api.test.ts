import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import { preserveAdmins } from '#db/move/preserve-admins.ts';
import { maintain } from '#server/maintenance.ts';
import {
  ADMIN_PERSON_PASSWORD,
  askAdmin,
  enterAsAdmin,
  inviteAdmin,
  signInByName,
} from '#tests/support/admin-people.ts';
import {
  createTestDatabase,
  ENGINES,
  readRow,
  readRows,
} from '#tests/support/databases/create-test-db.ts';
import { type AuthAnswer, callAuth } from '#tests/support/servers/auth-call.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';
import { openEventReader } from '#tests/support/servers/event-reader.ts';
import { ADMIN_PASSWORD } from '#tests/support/servers/server-process.ts';
import { fetchAdminToken } from '#tests/support/sign-in.ts';
import { resetAdminPassword } from './shared-password.usecases.ts';

const HALF_MINUTE_MS = 30_000;
const MONTH_MS = 30 * 24 * 60 * 60_000;
const LAPTOP = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const NAME = 'cradlesong-admin';

describe.each(ENGINES)('an admin who stays signed in, on %s', async (engine) => {
  const server = await createTestServer({ engine });
  await fetchAdminToken(server);

  const setCookieOf = ({ headers }: AuthAnswer) =>
    headers.getSetCookie().find((cookie) => cookie.startsWith(`${NAME}=`));
  const cookieOf = (answer: AuthAnswer) => setCookieOf(answer)?.split(';')[0] ?? '';
  const keep = (body: object = {}, headers: Record<string, string> = {}, at = server) =>
    callAuth(at, '/admin/login', {
      body: { password: ADMIN_PASSWORD, keep: true, ...body },
      headers: { 'User-Agent': LAPTOP, ...headers },
    });
  const resume = (cookie: string, headers: Record<string, string> = {}, at = server) =>
    callAuth(at, '/admin/resume', { method: 'POST', headers: { Cookie: cookie, ...headers } });
  const tokenOf = async (cookie: string) => (await resume(cookie)).body.token?.access_token;
  const list = async (bearer: string) =>
    (await callAuth(server, '/admin/sessions', { bearer })).body.sessions;
  const currentOf = async (bearer: string) =>
    (await list(bearer)).find((one: { is_current: boolean }) => one.is_current);
  const end = (bearer: string, id: string) =>
    callAuth(server, `/admin/sessions/${id}`, { method: 'DELETE', bearer });
  const dashboard = async (token: string) =>
    (await askAdmin(server, token, { path: '/dashboard' })).status;
  /** A named admin whose machine is kept. */
  const enterKept = async (role: 'owner' | 'editor') => {
    const admin = await enterAsAdmin(server, role);
    server.clock.advance(HALF_MINUTE_MS);
    const [email, password, code] = [admin.email, ADMIN_PERSON_PASSWORD, admin.digits()];
    const body = { email, password, code, keep: true };
    const kept = await callAuth(server, '/admin/sign-in', { body });
    expect(kept.status).toBe(200);
    return { ...admin, cookie: cookieOf(kept), token: kept.body.access_token as string };
  };

  test('resumes for 30 days, each time with a token of twenty minutes, and is listed with their machine', async () => {
    const cookie = cookieOf(await keep());
    server.clock.advance(MONTH_MS - 60_000);
    const { body } = await resume(cookie);
    expect(body.token).toMatchObject({ token_type: 'bearer', expires_in: 20 * 60 });
    const own = await currentOf(body.token.access_token);
    expect(own).toMatchObject({ device: 'Firefox on Linux' });
    expect(Date.parse(own.last_used_at)).toBeGreaterThan(Date.parse(own.created_at));
    server.clock.advance(60_000);
    const late = await resume(cookie);
    expect(late.body).toEqual({ token: null });
    expect(setCookieOf(late)).toMatch(/^cradlesong-admin=;.*Expires=Thu, 01 Jan 1970/);
    expect(await dashboard(body.token.access_token)).toBe(401);
    await maintain(server.deps);
    expect(await server.db.kysely.selectFrom('admin_sessions').selectAll().execute()).toEqual([]);
  });

  test('loses cookie, token and streams at once when the session is ended, which is logged', async () => {
    const here = await keep();
    const there = await keep();
    const token = here.body.access_token;
    const stream = await openEventReader(`${server.url}${API_PATHS.changes}?table=settings`, {
      headers: { Authorization: `Bearer ${there.body.access_token}` },
    });
    const theirs = await currentOf(there.body.access_token);
    expect((await end(token, theirs.id)).status).toBe(204);
    await stream.ended;
    expect((await resume(cookieOf(there))).body).toEqual({ token: null });
    expect(await dashboard(there.body.access_token)).toBe(401);
    const me = await callAuth(server, '/admin/me', { bearer: there.body.access_token });
    expect(me.status).toBe(403);
    expect(await dashboard(token)).toBe(200);
    expect((await end(token, theirs.id)).status).toBe(404);
    const about = { table_name: 'admin_sessions', row_id: theirs.id };
    expect(await readRows(server.db, 'audit_log', about, ['actor', 'action'])).toEqual([
      { actor: 'service_role', action: 'keep' },
      { actor: 'service_role', action: 'end' },
    ]);
    const own = await currentOf(token);
    expect(setCookieOf(await end(token, own.id))).toMatch(/^cradlesong-admin=;/);
    expect(await dashboard(token)).toBe(401);
  });

  // SQLite is enough below: these tests run only SQL that the tests above cover on both engines.
  if (engine !== 'sqlite') return;

  test('can end all other sessions together; another sign-in on the same machine replaces its session', async () => {
    const cookies = [cookieOf(await keep()), cookieOf(await keep())];
    const here = await keep();
    const bearer = here.body.access_token;
    const ended = await callAuth(server, '/admin/sessions', { method: 'DELETE', bearer });
    expect(ended.status).toBe(204);
    for (const cookie of cookies) expect(await tokenOf(cookie)).toBeUndefined();
    expect(await list(bearer)).toHaveLength(1);
    const again = await keep({ keep: false }, { Cookie: cookieOf(here) });
    expect(setCookieOf(again)).toMatch(/^cradlesong-admin=;/);
    expect(await tokenOf(cookieOf(here))).toBeUndefined();
  });

  test('resumes under their name, without a code, if they have an account; no admin can end the session of another', async () => {
    const admin = await enterKept('editor');
    const shared = await keep();
    const token = await tokenOf(admin.cookie);
    expect((await callAuth(server, '/admin/me', { bearer: token })).body.person.email).toBe(
      admin.email,
    );
    expect(await dashboard(token)).toBe(200);
    expect((await askAdmin(server, token, { path: '/backups' })).status).toBe(403);
    const [own] = await list(token);
    expect(await list(token)).toHaveLength(1);
    for (const id of [own.id, randomUUID(), 'no-uuid']) {
      expect((await end(shared.body.access_token, id)).status).toBe(404);
    }
    const theirs = (await list(shared.body.access_token))[0];
    expect((await end(token, theirs.id)).status).toBe(404);
    const line = await readRow(server.db, 'audit_log', { row_id: own.id }, ['actor']);
    expect(line.actor).toBe(`admin:${admin.email}`);
  });

  test('loses the session after a new role, a new password, a reset second factor or a removal', async () => {
    const asOwner = async (method: string, path: string, body?: unknown) =>
      askAdmin(server, await fetchAdminToken(server), { method, path, body });
    const admin = await enterKept('owner');
    await asOwner('PUT', `/admins/${admin.id}/role`, { role: 'reader' });
    expect(await tokenOf(admin.cookie)).toBeUndefined();

    const second = await enterKept('owner');
    server.clock.advance(HALF_MINUTE_MS);
    const changed = await callAuth(server, '/admin/me/password', {
      method: 'PUT',
      bearer: second.token,
      body: {
        current_password: ADMIN_PERSON_PASSWORD,
        password: 'a light unto my path',
        code: second.digits(),
      },
    });
    expect(changed.status).toBe(200);
    expect(await tokenOf(second.cookie)).toBeUndefined();
    expect(await list(changed.body.access_token)).toEqual([]);

    const third = await enterKept('editor');
    await asOwner('DELETE', `/admins/${third.id}/second-factor`);
    expect(await tokenOf(third.cookie)).toBeUndefined();

    const fourth = await enterKept('editor');
    const shared = cookieOf(await keep());
    await asOwner('DELETE', `/admins/${fourth.id}`);
    expect(await tokenOf(fourth.cookie)).toBeUndefined();
    expect((await signInByName(server, fourth.email)).status).toBe(400);
    expect(await tokenOf(shared)).toBeDefined();
  });

  test('does not get an ended session back by restoring a backup', async () => {
    const cookie = cookieOf(await keep());
    const copy = await createTestDatabase('sqlite');
    await preserveAdmins(server.db, copy);
    const [kept] = await list(await tokenOf(cookie));
    await end(await tokenOf(cookie), kept.id);
    await preserveAdmins(server.db, copy);
    const rows = await copy.kysely.selectFrom('admin_sessions').select('id').execute();
    expect(rows.map(({ id }) => id)).not.toContain(kept.id);
  });

  test('loses all sessions of the shared password when it changes, on the page or by the command', async () => {
    const at = await createTestServer();
    await fetchAdminToken(at);
    const first = cookieOf(await keep({}, {}, at));
    const second = await keep({}, {}, at);
    await callAuth(at, '/admin/password', {
      method: 'PUT',
      bearer: second.body.access_token,
      body: { current_password: ADMIN_PASSWORD, password: 'another long password' },
    });
    for (const cookie of [first, cookieOf(second)]) {
      expect((await resume(cookie, {}, at)).body).toEqual({ token: null });
    }
    const third = cookieOf(await keep({ password: 'another long password' }, {}, at));
    expect((await resume(third, {}, at)).body.token).not.toBe(null);
    await resetAdminPassword(at.deps);
    expect((await resume(third, {}, at)).body).toEqual({ token: null });
  });

  test('gets a cookie only on request and with the right password', async () => {
    const plain = await callAuth(server, '/admin/login', { body: { password: ADMIN_PASSWORD } });
    expect(setCookieOf(plain)).toBeUndefined();
    expect((await resume('')).body).toEqual({ token: null });
    const wrong = await keep({ password: 'not that one' });
    expect([wrong.status, setCookieOf(wrong)]).toEqual([400, undefined]);
  });

  test('has a cookie that is sent only to the sign-in of this site, and is stored as a hash', async () => {
    const kept = await keep();
    expect(setCookieOf(kept)).toMatch(
      /^cradlesong-admin=[\w-]{43}; Max-Age=2592000; Path=\/auth\/v1\/admin; Expires=[^;]+; HttpOnly; SameSite=Strict$/,
    );
    const rows = await server.db.kysely.selectFrom('admin_sessions').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(cookieOf(kept).split('=')[1]);
    const https = await createTestServer({ config: { SITE_URL: 'https://example.org' } });
    await fetchAdminToken(https);
    expect(setCookieOf(await keep({}, {}, https))).toContain('; Secure');
  });

  test('is not resumed by another site or by a forged cookie', async () => {
    const cookie = cookieOf(await keep());
    for (const from of [
      { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
      { Origin: 'null' },
      // A bearer token passes the general check.
      { 'Sec-Fetch-Site': 'cross-site', Authorization: `Bearer ${server.deps.config.ANON_KEY}` },
    ]) {
      const refused = await resume(cookie, from);
      expect([from, refused.status, refused.body.code]).toEqual([from, 403, 'cross_site_request']);
    }
    expect((await resume(`${NAME}=${'A'.repeat(43)}`)).body).toEqual({ token: null });
    expect((await resume(cookie, { 'Sec-Fetch-Site': 'same-origin' })).body.token).not.toBe(null);
  });

  test('gets no cookie for a password alone, before the second factor is set up', async () => {
    const email = `${randomUUID()}@example.org`;
    const token = await inviteAdmin(server, { email, role: 'editor' });
    const password = ADMIN_PERSON_PASSWORD;
    await callAuth(server, '/admin/invitation/accept', { body: { token, password } });
    const bare = await callAuth(server, '/admin/sign-in', {
      body: { email, password, keep: true },
    });
    expect([bare.status, setCookieOf(bare)]).toEqual([200, undefined]);
  });

  test('gets no cookie on a kiosk, whose screen is shared', async () => {
    const kiosk = await createTestServer({ config: { KIOSK: true } });
    await fetchAdminToken(kiosk);
    const answer = await keep({}, {}, kiosk);
    expect([answer.status, setCookieOf(answer)]).toEqual([200, undefined]);
  });
});
