import { Secret, TOTP, URI } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { AUTH_ERROR, HTTP_ERROR } from '#contract/constants/error-codes.ts';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import type { Actor } from '#server/core/actors/actor.ts';
import {
  ADMIN_PERSON_PASSWORD,
  askAdmin,
  enterAsAdmin,
  inviteAdmin,
  signInByName,
} from '#tests/support/admin-people.ts';
import { ENGINES, readRow, readRows } from '#tests/support/databases/create-test-db.ts';
import { meanwhile } from '#tests/support/databases/meanwhile.ts';
import { callAuth } from '#tests/support/servers/auth-call.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';
import { openEventReader } from '#tests/support/servers/event-reader.ts';
import { send } from '#tests/support/servers/send.ts';
import { startSmtpSink } from '#tests/support/servers/smtp-sink.ts';
import { fetchAdminToken } from '#tests/support/sign-in.ts';
import { type AuthContext, authContextOf } from '../auth-context.ts';
import { keepSignIn } from './admin-sessions.usecases.ts';
import type { AdminPersonRow } from './admins.repository.ts';
import { changeRole, removeAdmin, resetSecondFactorOf } from './admins.usecases.ts';

const HALF_MINUTE_MS = 30_000;
const WEEK_MS = 7 * 24 * 60 * 60 * 1_000;

describe.each(ENGINES)('[Q3] admins under their own names, on %s', async (engine) => {
  const server = await createTestServer({ engine });
  let owner = await fetchAdminToken(server);

  const asOwner = (method: string, path: string, body?: unknown) =>
    askAdmin(server, owner, { method, path, body });
  const accept = (token: string, password = ADMIN_PERSON_PASSWORD) =>
    callAuth(server, '/admin/invitation/accept', { body: { token, password } });
  const beginSecondFactor = async (bearer: string) => {
    const begun = await callAuth(server, '/admin/me/second-factor', { method: 'POST', bearer });
    const app = URI.parse(begun.body.uri);
    return () => app.generate({ timestamp: server.clock.now() });
  };
  const confirmSecondFactor = (bearer: string, code: string) =>
    callAuth(server, '/admin/me/second-factor', { method: 'PUT', bearer, body: { code } });
  const lastEntry = () =>
    server.db.kysely
      .selectFrom('audit_log')
      .selectAll()
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();

  test('an invitation is accepted once, is valid for a week, and replaces an earlier invitation', async () => {
    const email = 'ruth@example.org';
    const first = await inviteAdmin(server, { email, role: 'editor' });
    const { people } = (await asOwner('GET', '/admins')).body;
    const ruth = people.find((one: { email: string }) => one.email === email);
    expect(ruth).toMatchObject({ has_joined: false, has_second_factor: false, role: 'editor' });
    expect(JSON.stringify(people)).not.toMatch(/hash|secret/);
    const again = await asOwner('POST', '/admins', { email, name: 'Ruth', role: 'owner' });
    expect(again.status).toBe(409);

    const { body } = await asOwner('POST', `/admins/${ruth.id}/invitation`);
    const second = body.link.split('#')[1];
    expect((await accept(first)).body.code).toBe(AUTH_ERROR.invitationGone);
    expect((await accept(second, 'short')).body.code).toBe(AUTH_ERROR.weakPassword);
    const read = await callAuth(server, '/admin/invitation', { body: { token: second } });
    expect(read.body).toEqual({ email, name: 'Hanna', role: 'editor' });
    const both = await Promise.all([accept(second), accept(second)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);

    const late = await inviteAdmin(server, { email: 'late@example.org', role: 'editor' });
    server.clock.advance(WEEK_MS);
    expect((await accept(late)).body.code).toBe(AUTH_ERROR.invitationGone);
    owner = await fetchAdminToken(server);
  });

  test('a code and a recovery code each work only once', async () => {
    const admin = await enterAsAdmin(server, 'editor');
    expect((await askAdmin(server, admin.token, { path: '/dashboard' })).status).toBe(200);
    const asked = await signInByName(server, admin.email);
    expect(asked.body.code).toBe(AUTH_ERROR.secondFactorNeeded);
    // The code used for the setup.
    const replayed = await signInByName(server, admin.email, admin.digits());
    expect(replayed.body.code).toBe(AUTH_ERROR.secondFactorWrong);
    server.clock.advance(HALF_MINUTE_MS);
    const code = admin.digits();
    const both = await Promise.all([
      signInByName(server, admin.email, code),
      signInByName(server, admin.email, code),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);

    const [recovery = ''] = admin.codes;
    expect(admin.codes).toHaveLength(10);
    expect((await signInByName(server, admin.email, recovery.toLowerCase())).status).toBe(200);
    expect((await signInByName(server, admin.email, recovery)).status).toBe(400);
  });

  test('a second factor in use is not replaced', async () => {
    const { id, token: bearer } = await enterAsAdmin(server, 'editor');
    const readSecret = () => readRow(server.db, 'admin_people', { id }, ['totp_secret']);
    const before = await readSecret();
    const begun = await callAuth(server, '/admin/me/second-factor', { method: 'POST', bearer });
    expect(begun.status).toBe(422);
    expect(await readSecret()).toEqual(before);
  });

  describe('an admin who is removed meanwhile', () => {
    const byPassword: Actor = { role: 'service_role', userId: null, sessionId: null };
    test.each<[string, number, (context: AuthContext, admin: AdminPersonRow) => Promise<unknown>]>([
      ['gets no role', 404, (context, { id }) => changeRole(context, byPassword, id, 'owner')],
      ['keeps no sign-in', 403, (context, person) => keepSignIn(context, { person })],
    ])('%s, and the attempt is not logged', async (_, status, act) => {
      const { id } = await enterAsAdmin(server, 'editor');
      const context = authContextOf(server.deps);
      const person = await readRow(server.db, 'admin_people', { id });
      const db = meanwhile(server.db, () => removeAdmin(context, byPassword, id));
      await expect(act({ ...context, db }, person)).rejects.toMatchObject({ status });
      expect(await lastEntry()).toMatchObject({ action: 'delete', row_id: id });
      const deletions = { table_name: 'admin_people', row_id: id, action: 'delete' } as const;
      expect(await readRows(server.db, 'audit_log', deletions)).toHaveLength(1);
    });
  });

  // SQLite is enough below: these tests run only SQL that the tests above cover on both engines.
  if (engine !== 'sqlite') return;

  test('an invitation is mailed if there is a mail server, and not written to the outbox if there is none', async () => {
    const lydia = { email: 'lydia@example.org', name: 'Lydia', role: 'reader' };
    const silent = await asOwner('POST', '/admins', lydia);
    expect(silent.body.mailed_to).toBe(null);
    expect(await lastEntry()).toMatchObject({ after: { role: 'reader', mailed: false } });
    expect(server.outbox()).toEqual([]);

    const sink = await startSmtpSink();
    const mailing = await createTestServer({ engine, config: { SMTP_URL: sink.url } });
    const bearer = await fetchAdminToken(mailing);
    const email = 'phoebe@example.org';
    const phoebe = { email, name: 'Phoebe', role: 'editor' };
    const invitation = { method: 'POST', path: '/admins', body: phoebe };
    const { body } = await askAdmin(mailing, bearer, invitation);
    expect(body.mailed_to).toBe(email);
    await expect.poll(() => sink.received.length).toBe(1);
    const [mail] = sink.received;
    expect(mail?.to).toContain(email);
    expect(mail?.text).toContain(body.link);
    expect(mail?.text).toContain('Phoebe, you are invited');
    const log = await mailing.db.kysely.selectFrom('audit_log').selectAll().execute();
    expect(JSON.stringify(log)).toMatch(/mailed\\*":true/);
    expect(JSON.stringify(log)).not.toContain(body.link.split('#')[1]);

    await sink.close();
  });

  test('an admin without a second factor can read only their own account; a wrong or expired code is refused', async () => {
    const email = 'dorcas@example.org';
    await accept(await inviteAdmin(server, { email, role: 'owner' }));
    const bearer = (await signInByName(server, email)).body.access_token;
    const digits = await beginSecondFactor(bearer);
    const ofNobody = new TOTP({ secret: new Secret() }).generate({ timestamp: server.clock.now() });
    for (const code of [ofNobody, '']) {
      expect((await confirmSecondFactor(bearer, code)).status).toBe(400);
    }
    const { status, body } = await askAdmin(server, bearer, { path: '/dashboard' });
    expect([status, body.code]).toEqual([403, AUTH_ERROR.secondFactorMissing]);
    const tables = await send(server, `${API_PATHS.tables}/audio_content`, { bearer });
    expect(tables.status).toBe(403);
    expect((await callAuth(server, '/admin/me', { bearer })).body.person).toMatchObject({ email });
    expect((await confirmSecondFactor(bearer, digits())).status).toBe(200);

    const admin = await enterAsAdmin(server, 'editor');
    const old = admin.digits();
    server.clock.advance(3 * HALF_MINUTE_MS);
    for (const code of [ofNobody, old]) {
      const refused = await signInByName(server, admin.email, code);
      expect([refused.status, refused.body.code]).toEqual([400, AUTH_ERROR.secondFactorWrong]);
    }
    expect((await signInByName(server, admin.email, admin.digits())).status).toBe(200);
    owner = await fetchAdminToken(server);
  });

  test('guessing codes is throttled, even if each guess follows a sign-in without a code', async () => {
    const admin = await enterAsAdmin(server, 'reader');
    const statuses: number[] = [];
    // Up to 20 attempts: on a slow machine the first, short throttle periods may end before the
    // next attempt.
    while (statuses.at(-1) !== 429 && statuses.length < 20) {
      await signInByName(server, admin.email);
      statuses.push((await signInByName(server, admin.email, 'WRONG-CODES')).status);
    }
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(400));
    expect(statuses.at(-1)).toBe(429);
  });

  test('the audit log names the admin but not the input, and secrets are not stored in plain text', async () => {
    const admin = await enterAsAdmin(server, 'owner');
    const byName = { actor: `admin:${admin.email}` };
    const after = { second_factor: 'on' };
    expect(await lastEntry()).toMatchObject({ ...byName, row_id: admin.id, after });
    const rows = await server.db.kysely.selectFrom('admin_people').selectAll().execute();
    const codes = await server.db.kysely.selectFrom('admin_recovery_codes').selectAll().execute();
    const kept = JSON.stringify([rows, codes]);
    for (const code of admin.codes) expect(kept).not.toContain(code.replace('-', ''));
    expect(rows.find(({ id }) => id === admin.id)?.totp_secret).not.toMatch(/^[A-Z2-7]+$/);
    const given = { email: admin.email, password: 'a guess of somebody' };
    await callAuth(server, '/admin/sign-in', { body: given });
    const refused = { actor: 'stranger', action: 'enter-refused' };
    const ofAdmin = { ...refused, table_name: 'admin_people', row_id: admin.id };
    const byPassword = { with: 'password', known_device: false };
    expect(await lastEntry()).toMatchObject({ ...ofAdmin, after: byPassword });
    await signInByName(server, admin.email, 'WRONG-CODES');
    expect(await lastEntry()).toMatchObject({ ...ofAdmin, after: { with: 'code' } });
    await callAuth(server, '/admin/sign-in', { body: { ...given, email: 'who@example.org' } });
    expect(await lastEntry()).toMatchObject({ ...refused, table_name: 'admin_area' });
    const log = await server.db.kysely.selectFrom('audit_log').selectAll().execute();
    expect(JSON.stringify(log)).not.toMatch(/a guess|WRONG-CODES|who@example/);
    const body = { name: 'By name' };
    await askAdmin(server, admin.token, { method: 'POST', path: '/kiosks', body });
    expect(await lastEntry()).toMatchObject({ ...byName, table_name: 'kiosks' });
    await callAuth(server, '/admin/users', {
      bearer: admin.token,
      body: { email: 'by-name@example.org', email_confirm: true },
    });
    expect(await lastEntry()).toMatchObject({ ...byName, table_name: 'users' });
    const { error } = await server
      .supabase(admin.token)
      .from('settings')
      .upsert({ key: 'magic_link', value: true });
    expect(error).toBeNull();
    expect(await lastEntry()).toMatchObject({ ...byName, table_name: 'settings' });
    await asOwner('POST', '/kiosks', { name: 'By the password' });
    expect(await lastEntry()).toMatchObject({ actor: 'service_role', table_name: 'kiosks' });
  });

  test('a new role, a reset and a removal end the admin’s sessions; admins cannot change or remove themselves', async () => {
    const admin = await enterAsAdmin(server, 'owner');
    const path = `/admins/${admin.id}`;
    const toReader = { method: 'PUT', path: `${path}/role`, body: { role: 'reader' } };
    for (const own of [{ method: 'DELETE', path }, toReader]) {
      expect((await askAdmin(server, admin.token, own)).status).toBe(409);
    }
    const stream = (bearer: string) =>
      openEventReader(`${server.url}${API_PATHS.changes}?table=settings`, {
        headers: { Authorization: `Bearer ${bearer}` },
      });
    const [open, byPassword] = [await stream(admin.token), await stream(owner)];
    await asOwner('PUT', `/admins/${admin.id}/role`, { role: 'reader' });
    await open.ended;
    expect((await askAdmin(server, admin.token, { path: '/dashboard' })).status).toBe(401);

    server.clock.advance(HALF_MINUTE_MS);
    const again = (await signInByName(server, admin.email, admin.digits())).body.access_token;
    const refused = await askAdmin(server, again, { path: '/backups' });
    expect(refused).toMatchObject({ status: 403, body: { code: HTTP_ERROR.roleMayNot } });
    await asOwner('DELETE', `/admins/${admin.id}/second-factor`);
    expect((await askAdmin(server, again, { path: '/dashboard' })).status).toBe(401);
    const bare = (await signInByName(server, admin.email)).body.access_token;
    expect(bare).toBeDefined();
    expect((await asOwner('DELETE', `/admins/${admin.id}`)).status).toBe(200);
    expect((await signInByName(server, admin.email)).status).toBe(400);
    // Admins who signed in with the area's password keep their access.
    expect(await Promise.race([byPassword.ended.then(() => 'ended'), 'open'])).toBe('open');
  });

  test('the search finds no users for an editor', async () => {
    await callAuth(server, '/signup', {
      body: { email: 'found@example.org', password: ADMIN_PERSON_PASSWORD },
    });
    const found = async (token: string) =>
      (await askAdmin(server, token, { path: '/search?text=found' })).body.people.length;
    expect(await found((await enterAsAdmin(server, 'helpdesk')).token)).toBe(1);
    expect(await found((await enterAsAdmin(server, 'editor')).token)).toBe(0);
  });

  test('a token issued before the setup of the second factor is refused afterwards', async () => {
    const email = 'joanna@example.org';
    await accept(await inviteAdmin(server, { email, role: 'owner' }));
    const [own, stolen] = await Promise.all([
      signInByName(server, email),
      signInByName(server, email),
    ]);
    const bearer = own.body.access_token;
    const digits = await beginSecondFactor(bearer);
    const { token, codes } = (await confirmSecondFactor(bearer, digits())).body;
    const path = '/dashboard';
    expect((await askAdmin(server, token.access_token, { path })).status).toBe(200);
    for (const old of [bearer, stolen.body.access_token]) {
      expect((await askAdmin(server, old, { path })).status).toBe(401);
      const password = { current_password: ADMIN_PERSON_PASSWORD, password: 'another long one' };
      const changes: [string, string, object][] = [
        ['/admin/me/password', 'PUT', { ...password, code: codes[0] }],
        ['/admin/me/second-factor', 'POST', {}],
      ];
      for (const [endpoint, method, body] of changes) {
        const refused = await callAuth(server, endpoint, { method, body, bearer: old });
        expect([endpoint, refused.status]).toEqual([endpoint, 403]);
      }
    }
  });

  test('a command on the machine itself removes a lost second factor, and a new one works at once', async () => {
    const admin = await enterAsAdmin(server, 'owner');
    await resetSecondFactorOf(server.deps, admin.email.toUpperCase());
    expect(await lastEntry()).toMatchObject({ actor: 'operator', row_id: admin.id });
    const { status, body: signedIn } = await signInByName(server, admin.email);
    expect(status).toBe(200);
    const bearer = signedIn.access_token;
    const digits = await beginSecondFactor(bearer);
    expect((await confirmSecondFactor(bearer, digits())).status).toBe(200);
    await expect(resetSecondFactorOf(server.deps, 'nobody@example.org')).rejects.toThrow('nobody');
  });

  test('an admin who changes their password loses their older sessions and keeps the second factor', async () => {
    const admin = await enterAsAdmin(server, 'editor');
    const given = { current_password: ADMIN_PERSON_PASSWORD, password: 'a light unto my path' };
    const put = (body: object) =>
      callAuth(server, '/admin/me/password', { method: 'PUT', bearer: admin.token, body });
    const code = admin.codes[0];
    const same = { ...given, password: ADMIN_PERSON_PASSWORD, code };
    expect((await put(same)).body.code).toBe('same_password');
    expect((await put(given)).body.code).toBe(AUTH_ERROR.secondFactorNeeded);
    expect((await put({ ...given, code: 'WRONG-CODES' })).body.code).toBe(
      AUTH_ERROR.secondFactorWrong,
    );
    const changed = await put({ ...given, code });
    const token = changed.body.access_token;
    expect((await askAdmin(server, admin.token, { path: '/dashboard' })).status).toBe(401);
    expect((await askAdmin(server, token, { path: '/dashboard' })).status).toBe(200);
  });
});
