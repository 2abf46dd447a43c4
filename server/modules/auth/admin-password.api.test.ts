import { expect, test } from 'vitest';
import { callAuth } from '#tests/support/auth-call.ts';
import { ENGINES } from '#tests/support/create-test-db.ts';
import { createTestServer } from '#tests/support/create-test-server.ts';
import { resetAdminPassword } from './admin-login.usecases.ts';

test.each(ENGINES)('a lost password is made anew, and ends every token, on %s', async (engine) => {
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

test('one that the settings give is changed there', async () => {
  const { deps } = await createTestServer();
  const config = { ...deps.config, ADMIN_PASSWORD: 'from the settings' };
  await expect(resetAdminPassword({ ...deps, config })).rejects.toThrow('ADMIN_PASSWORD');
});
