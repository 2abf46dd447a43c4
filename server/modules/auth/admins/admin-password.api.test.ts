import { expect, test } from 'vitest';
import { ENGINES } from '#tests/support/databases/create-test-db.ts';
import { callAuth } from '#tests/support/servers/auth-call.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';
import { ensureAdminPassword, resetAdminPassword } from './shared-password.usecases.ts';

test.each(ENGINES)('replacing a lost password ends every token, on %s', async (engine) => {
  const server = await createTestServer({ engine });
  const login = (password: string) => callAuth(server, '/admin/login', { body: { password } });
  const first = await resetAdminPassword(server.deps);
  const { body } = await login(first);
  const isOpen = async () =>
    (await callAuth(server, '/admin/users', { bearer: body.access_token })).status;
  expect(await isOpen()).toBe(200);
  const second = await resetAdminPassword(server.deps);
  expect(await isOpen()).toBe(403);
  expect((await login(first)).status).toBe(400);
  expect((await login(second)).status).toBe(200);
});

test('a password set by the environment is not replaced', async () => {
  const { deps } = await createTestServer();
  const config = { ...deps.config, ADMIN_PASSWORD: 'from the settings' };
  await expect(resetAdminPassword({ ...deps, config })).rejects.toThrow('ADMIN_PASSWORD');
});

test.each(ENGINES)(
  'sign-ins, failures and password changes are in the audit log, on %s',
  async (engine) => {
    const server = await createTestServer({ engine });
    const password = await resetAdminPassword(server.deps);
    const login = (given: string) =>
      callAuth(server, '/admin/login', { body: { password: given } });
    await login('a guess of somebody');
    const { body } = await login(password);
    await callAuth(server, '/admin/password', {
      method: 'PUT',
      bearer: body.access_token,
      body: { current_password: password, password: 'beside the still waters' },
    });
    await resetAdminPassword(server.deps);
    const config = { ...server.deps.config, ADMIN_PASSWORD: 'from the settings' };
    await ensureAdminPassword({ ...server.deps, config });
    await ensureAdminPassword({ ...server.deps, config });
    const log = await server.db.kysely.selectFrom('audit_log').selectAll().orderBy('id').execute();
    expect(log).toMatchObject([
      { actor: 'stranger', action: 'enter-refused', table_name: 'admin_area' },
      { actor: 'service_role', action: 'enter', table_name: 'admin_area' },
      { actor: 'service_role', action: 'update', table_name: 'admin_password' },
      { actor: 'operator', action: 'update', table_name: 'admin_password' },
      { actor: 'operator', action: 'update', table_name: 'admin_password' },
    ]);
    const written = JSON.stringify(log);
    for (const secret of ['a guess', password, 'still waters', '127.0.0.1', '::1']) {
      expect(written).not.toContain(secret);
    }
  },
);
