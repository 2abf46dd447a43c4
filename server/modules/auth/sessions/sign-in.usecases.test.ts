import { describe, expect, test } from 'vitest';
import { passwordGrantSchema } from '#contract/calls/auth.ts';
import type { AppDatabase } from '#db/open.ts';
import { changeRows, ENGINES } from '#tests/support/databases/create-test-db.ts';
import { meanwhile } from '#tests/support/databases/meanwhile.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';
import { signUp } from '#tests/support/sign-in.ts';
import { authContextOf } from '../auth-context.ts';
import { signInWithPassword } from './sign-in.usecases.ts';

describe.each(ENGINES)('a sign-in on %s', (engine) => {
  test.each([
    [
      'whose password is changed during the check',
      (db: AppDatabase, id: string) =>
        changeRows(db, 'users', { id }, { password_hash: '$argon2id$of-another-password' }),
    ],
    [
      'whose account is deleted during the check',
      (db: AppDatabase, id: string) => db.kysely.deleteFrom('users').where('id', '=', id).execute(),
    ],
  ])('%s opens no session', async (_, act) => {
    const server = await createTestServer({ engine });
    const { email, password, user } = await signUp(server);
    const { kysely } = server.db;
    await kysely.deleteFrom('sessions').execute();
    const db = meanwhile(server.db, () => act(server.db, user.id));
    const input = passwordGrantSchema.parse({ email, password });
    await expect(
      signInWithPassword({ ...authContextOf(server.deps), db }, input, () => undefined),
    ).rejects.toMatchObject({ status: 400, code: 'invalid_credentials' });
    expect(await kysely.selectFrom('sessions').select('id').execute()).toEqual([]);
  });
});
