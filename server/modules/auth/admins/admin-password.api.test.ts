import { expect, test } from 'vitest';
import { ENGINES } from '#tests/support/databases/create-test-db.ts';
import { callAuth } from '#tests/support/servers/auth-call.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';
import { ensureAdminPassword, resetAdminPassword } from './shared-password.usecases.ts';

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
