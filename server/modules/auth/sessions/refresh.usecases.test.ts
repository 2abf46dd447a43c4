import { expect, test } from 'vitest';
import { dieAtEveryStatement } from '#tests/support/databases/dying-database.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';
import { signUp } from '#tests/support/sign-in.ts';
import { authContextOf } from '../auth-context.ts';
import { refreshSession } from './refresh.usecases.ts';

test('[W1] a refresh keeps the session wherever the server dies', async () => {
  const server = await createTestServer();
  const context = authContextOf(server.deps);
  const { session } = await signUp(server);
  const statements = await dieAtEveryStatement(server.db, (db) =>
    refreshSession({ ...context, db }, session.refresh_token),
  );
  expect(statements).toBeGreaterThan(2);
  // Simulates a lost response: the old token still returns the active one.
  const again = await refreshSession(context, session.refresh_token);
  expect(again.refresh_token).not.toBe(session.refresh_token);
  expect((await refreshSession(context, again.refresh_token)).user.id).toBe(session.user.id);
});
