import { SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { ensureAdminPassword } from '#server/modules/auth/admins/shared-password.usecases.ts';
import { ENGINES, readRows } from '#tests/support/databases/create-test-db.ts';
import { PNG } from '#tests/support/sample-files.ts';
import {
  callAuth,
  createAddress,
  createPerson,
  lastMailTo,
  PASSWORD,
  refusal,
  refused,
} from '#tests/support/servers/auth-call.ts';
import { createTestServer, type TestServer } from '#tests/support/servers/create-test-server.ts';
import { send, uploadFile } from '#tests/support/servers/send.ts';
import { ADMIN_PASSWORD } from '#tests/support/servers/server-process.ts';
import { fetchAdminToken } from '#tests/support/sign-in.ts';

const login = (server: TestServer, password: string) =>
  callAuth(server, '/admin/login', { body: { password } });

async function adminOf(server: TestServer) {
  const bearer = await fetchAdminToken(server);
  return { bearer, admin: server.supabase(bearer).auth.admin };
}

describe.each(ENGINES)('the admin on %s', async (engine) => {
  const server = await createTestServer({ engine });
  await fetchAdminToken(server);

  test('[Q3] [D1] gets a short-lived token with the role for the right password', async () => {
    const { status, body } = await login(server, ADMIN_PASSWORD);
    expect(status).toBe(200);
    expect(body).toEqual({
      access_token: expect.any(String),
      token_type: 'bearer',
      expires_in: 20 * 60,
      expires_at: expect.any(Number),
    });
    const users = await callAuth(server, '/admin/users', { bearer: body.access_token });
    expect(users.status).toBe(200);
    server.clock.advance(20 * 60_000 + 1000);
    const late = await callAuth(server, '/admin/users', { bearer: body.access_token });
    expect(late).toMatchObject({ status: 403, body: { code: 'bad_jwt' } });
  });

  test('[Q3] [D1] is refused with a wrong password, with a growing backoff', async () => {
    const guarded = await createTestServer({ engine });
    await fetchAdminToken(guarded);
    guarded.clock.stop();
    const invalid = refused(400, 'invalid_credentials', 'Invalid password');
    for (let round = 0; round < 3; round += 1) {
      expect(refusal(await login(guarded, 'wrong'))).toEqual(invalid);
    }
    for (const seconds of [1, 2, 4, 8]) {
      const early = await login(guarded, ADMIN_PASSWORD);
      expect(early).toMatchObject({ status: 429, body: { code: 'over_request_rate_limit' } });
      expect(early.headers.get('retry-after')).toBe(String(seconds));
      guarded.clock.advance(seconds * 1000);
      expect(refusal(await login(guarded, 'wrong'))).toEqual(invalid);
    }
    guarded.clock.advance(16_000);
    expect((await login(guarded, ADMIN_PASSWORD)).status).toBe(200);
    expect(refusal(await login(guarded, 'wrong'))).toEqual(invalid);
  });

  test('[Q3] has a password that is generated once, and a new one ends every token', async () => {
    const fresh = await createTestServer({ engine });
    const made = await ensureAdminPassword(fresh.deps);
    expect(made).toMatch(/^[\w-]{20}$/);
    expect(await ensureAdminPassword(fresh.deps)).toBeUndefined();
    const { body } = await login(fresh, made ?? '');
    const change = (given: object) =>
      callAuth(fresh, '/admin/password', {
        method: 'PUT',
        bearer: body.access_token,
        body: given,
      });
    const wrong = await change({ current_password: 'wrong', password: 'another password' });
    expect(wrong.body.message).toBe('Invalid password');
    const changed = await change({ current_password: made, password: 'another password' });
    expect(changed.status).toBe(200);
    const old = await callAuth(fresh, '/admin/users', { bearer: body.access_token });
    expect(old).toMatchObject({ status: 403, body: { code: 'not_admin' } });
    const next = await callAuth(fresh, '/admin/users', { bearer: changed.body.access_token });
    expect(next.status).toBe(200);

    await ensureAdminPassword({
      ...fresh.deps,
      config: { ...fresh.deps.config, ADMIN_PASSWORD: 'from the settings' },
    });
    const third = await callAuth(fresh, '/admin/users', { bearer: changed.body.access_token });
    expect(third.status).toBe(403);
    expect((await login(fresh, 'from the settings')).status).toBe(200);
  });

  test('creates, reads, changes, bans and deletes users with the official client', async () => {
    const { admin } = await adminOf(server);
    const email = createAddress();
    const given = { name: 'Ruth', town: null, born: { year: null }, langs: [] };
    const created = await admin.createUser({
      email,
      password: PASSWORD,
      email_confirm: true,
      user_metadata: given,
      app_metadata: { plan: 'gift' },
    });
    const { id = '' } = created.data.user ?? {};
    expect(created.data.user).toMatchObject({
      email,
      app_metadata: { plan: 'gift', provider: 'email' },
    });
    expect(created.data.user?.user_metadata).toEqual(given);
    expect(created.data.user?.identities?.[0]?.identity_data).toMatchObject({ sub: id, email });
    expect(created.data.user?.identities?.[0]?.identity_data).not.toHaveProperty('name');
    expect((await admin.createUser({ email })).error).toMatchObject({
      status: 422,
      code: 'email_exists',
    });
    expect((await admin.getUserById(id)).data.user?.email).toBe(email);

    const signIn = (address: string) =>
      server.supabase().auth.signInWithPassword({ email: address, password: PASSWORD });
    const { data: before } = await signIn(email);
    const next = createAddress();
    const changed = await admin.updateUserById(id, {
      email: next,
      user_metadata: { name: null, town: 'Bethlehem' },
      ban_duration: '24h',
    });
    expect(changed.data.user).toMatchObject({ email: next });
    expect(changed.data.user?.user_metadata).toEqual({
      town: 'Bethlehem',
      born: { year: null },
      langs: [],
    });
    // The account's current address, not the original one.
    expect(changed.data.user?.identities?.[0]?.identity_data).toMatchObject({ email: next });
    expect((await signIn(next)).error?.code).toBe('user_banned');
    await admin.updateUserById(id, { ban_duration: 'none' });
    expect((await signIn(next)).error).toBeNull();
    await admin.updateUserById(id, { password: 'a new password' });
    const open = await server.supabase().auth.getUser(before.session?.access_token);
    expect(open.error).not.toBeNull();

    expect((await admin.deleteUser(id)).error).toBeNull();
    expect((await admin.getUserById(id)).error).toMatchObject({ code: 'user_not_found' });
    const logged = await readRows(server.db, 'audit_log', { row_id: id });
    expect(logged.map(({ action }) => action).join()).toBe('insert,update,update,update,delete');
    expect(JSON.stringify(logged)).not.toContain('example.com');
    // A restored older backup does not bring the account back.
    const tombstones = await server.db.kysely.selectFrom('tombstones').select('kind').execute();
    expect(tombstones.map(({ kind }) => kind).sort()).toEqual(['email', 'user']);
  });

  test('reads the list page by page, newest first, with the official client', async () => {
    const paged = await createTestServer({ engine });
    for (let index = 0; index < 5; index += 1) {
      await createPerson(paged, `page-${index}@example.com`);
      paged.clock.advance(1000);
    }
    const { admin, bearer } = await adminOf(paged);
    const { data } = await admin.listUsers({ page: 2, perPage: 2 });
    expect(data).toMatchObject({ total: 5, lastPage: 3, nextPage: 3, aud: 'authenticated' });
    expect(data.users.map(({ email }) => email)).toEqual([
      'page-2@example.com',
      'page-1@example.com',
    ]);
    const last = await callAuth(paged, '/admin/users?page=3&per_page=2', { bearer });
    expect(last.headers.get('x-total-count')).toBe('5');
    expect(last.headers.get('link')).toBe('</auth/v1/admin/users?page=3&per_page=2>; rel="last"');
    const found = await callAuth(paged, '/admin/users?filter=PAGE-3', { bearer });
    expect(found.body.users).toHaveLength(1);
    expect((await callAuth(paged, '/admin/users?filter=%25', { bearer })).body.users).toEqual([]);
    const bad = await callAuth(paged, '/admin/users?page=-1', { bearer });
    expect(bad).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
  });

  test('creates valid links without a mail', async () => {
    const { admin } = await adminOf(server);
    const email = createAddress();
    const made = await admin.generateLink({ type: 'signup', email, password: PASSWORD });
    expect(made.error).toBeNull();
    expect(made.data.properties).toMatchObject({
      verification_type: 'signup',
      email_otp: expect.stringMatching(/^\d{6}$/),
    });
    const { hashed_token = '', action_link = '' } = made.data.properties ?? {};
    expect(action_link).toContain(hashed_token);
    const { error } = await server
      .supabase()
      .auth.verifyOtp({ token_hash: hashed_token, type: 'signup' });
    expect(error).toBeNull();

    const next = createAddress();
    for (const type of ['magiclink', 'recovery'] as const) {
      const { data } = await admin.generateLink({ type, email });
      expect(data.properties?.verification_type).toBe(type);
    }
    for (const type of ['email_change_current', 'email_change_new'] as const) {
      const { data } = await admin.generateLink({ type, email, newEmail: next });
      const opened = await server.supabase().auth.verifyOtp({
        token_hash: data.properties?.hashed_token ?? '',
        type: 'email_change',
      });
      expect(opened.error).toBeNull();
    }
    const unknown = await admin.generateLink({ type: 'recovery', email: createAddress() });
    expect(unknown.error).toMatchObject({ status: 404, code: 'user_not_found' });
    const again = await admin.generateLink({ type: 'invite', email: next });
    expect(again.error).toMatchObject({ status: 422, code: 'email_exists' });
    expect(server.outbox().some(({ to }) => to.includes(email))).toBe(false);
  });

  test('mails an invitation that opens the account', async () => {
    const { admin } = await adminOf(server);
    const email = createAddress();
    const { data } = await admin.inviteUserByEmail(email, { data: { ward: '3' } });
    expect(data.user).toHaveProperty('invited_at');
    const { code, query } = lastMailTo(server, email);
    expect(query.get('type')).toBe('invite');
    const opened = await server.supabase().auth.verifyOtp({ email, token: code, type: 'invite' });
    expect(opened.data.user?.user_metadata).toMatchObject({ ward: '3', email_verified: true });
    expect((await admin.inviteUserByEmail(email)).error).toMatchObject({ code: 'email_exists' });
  });

  const MISSING = '/admin/users/00000000-0000-4000-8000-000000000000';
  const soon = { email: 'b@example.com', ban_duration: 'soon' };
  const nonsense = { type: 'nonsense', email: 'a@example.com' };

  // The tests below do not depend on the engine.
  if (engine !== 'sqlite') return;

  test('cannot change a password that is set by the environment', async () => {
    const fixed = await createTestServer({ config: { ADMIN_PASSWORD } });
    const { bearer } = await adminOf(fixed);
    const answer = await callAuth(fixed, '/admin/password', {
      method: 'PUT',
      bearer,
      body: { current_password: ADMIN_PASSWORD, password: 'another password' },
    });
    expect(answer.status).toBe(422);
  });

  test('[Q3] may also be a signed supabase_admin key, but not a user', async () => {
    const { access_token } = await createPerson(server);
    const asked = (bearer: string) => callAuth(server, '/admin/users', { bearer });
    expect(refusal(await asked(access_token))).toEqual(
      refused(403, 'not_admin', 'User not allowed'),
    );
    const key = await new SignJWT({ role: 'supabase_admin' })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(Buffer.from(server.deps.config.JWT_SECRET));
    expect((await asked(key)).status).toBe(200);
  });

  test('deletes a user together with their pictures', async () => {
    const { admin } = await adminOf(server);
    const { user, access_token } = await createPerson(server);
    const answer = await uploadFile(server, access_token, `avatars/${user.id}/face.png`, PNG);
    const { path } = await answer.json();
    expect((await send(server, path)).status).toBe(200);
    expect((await admin.deleteUser(user.id)).error).toBeNull();
    expect((await send(server, path)).status).toBe(404);
  });

  test('[W1] reads unsent mails', async () => {
    const { bearer } = await adminOf(server);
    const email = createAddress();
    await callAuth(server, '/otp', { body: { email } });
    const { body } = await callAuth(server, '/admin/outbox', { bearer });
    const entry = body.mails.find(({ to }: { to: string }) => to === email);
    expect(entry).toMatchObject({ kind: 'magiclink', subject: expect.any(String) });
    const mail = await callAuth(server, `/admin/outbox/${entry.name}`, { bearer });
    expect(mail.body.text).toContain(lastMailTo(server, email).code);
    const outside = await callAuth(server, '/admin/outbox/..%2Fjwt-secret', { bearer });
    expect(outside.status).toBe(404);
  });

  test.each([
    ['GET', '/admin/users/not-a-uuid', undefined, 404, 'validation_failed'],
    ['GET', MISSING, undefined, 404, 'user_not_found'],
    ['PUT', MISSING, {}, 404, 'user_not_found'],
    ['DELETE', MISSING, undefined, 404, 'user_not_found'],
    ['POST', '/admin/users', {}, 400, 'validation_failed'],
    ['POST', '/admin/users', { email: 'a@example.com', id: 'x' }, 400, 'validation_failed'],
    ['POST', '/admin/users', soon, 400, 'validation_failed'],
    ['POST', '/admin/users', { email: 'c@example.com', password: 'short' }, 422, 'weak_password'],
    ['POST', '/admin/generate_link', nonsense, 400, 'validation_failed'],
    ['POST', '/invite', { email: '' }, 400, 'validation_failed'],
  ])('cannot call %s %s with %j', async (method, path, body, status, code) => {
    const { bearer } = await adminOf(server);
    expect(await callAuth(server, path, { method, bearer, body })).toMatchObject({
      status,
      body: { code },
    });
  });
});
