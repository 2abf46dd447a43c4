import { describe, expect, test } from 'vitest';
import { userUpdateSchema, verifySchema } from '#contract/calls/auth.ts';
import { updateAccount } from '#server/modules/people/own-account.usecases.ts';
import { ENGINES } from '#tests/support/databases/create-test-db.ts';
import { dieAtEveryStatement } from '#tests/support/databases/dying-database.ts';
import { createAddress, lastMailTo, mailsTo } from '#tests/support/servers/auth-call.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';
import { signUp } from '#tests/support/sign-in.ts';
import { findUserById } from '../accounts/accounts.repository.ts';
import { authContextOf } from '../auth-context.ts';
import { verify } from './verify.usecases.ts';

describe.each(ENGINES)('a change of address on %s', (engine) => {
  test('[W1] is requested, half accepted and accepted, each step complete or absent, wherever the server dies', async () => {
    const server = await createTestServer({ engine });
    const context = authContextOf(server.deps);
    const { kysely } = server.db;
    const { email, user } = await signUp(server);
    const next = createAddress();
    const person = async () => {
      const row = await findUserById(kysely, user.id);
      if (!row) throw new Error('the account is missing');
      return row;
    };

    const input = userUpdateSchema.parse({ email: next });
    const caller = { user: await person(), session: null };
    await dieAtEveryStatement(server.db, (db) =>
      updateAccount({ ...context, db }, caller, input, server.url),
    );
    expect([mailsTo(server, email).length, mailsTo(server, next).length]).toEqual([1, 1]);

    for (const [address, has] of [
      [email, email],
      [next, next],
    ] as const) {
      const shown = { type: 'email_change', token_hash: lastMailTo(server, address).token };
      await dieAtEveryStatement(server.db, (db) =>
        verify({ ...context, db }, verifySchema.parse(shown)),
      );
      expect((await person()).email).toBe(has);
    }
    expect((await person()).email_change).toBeNull();
  });

  test('is complete when both links are used at once', async () => {
    const server = await createTestServer({ engine });
    const context = authContextOf(server.deps);
    // Parallel requests fill the connection pool, so that the transactions below overlap.
    const asked = Array.from({ length: 4 }, async () => {
      const { client, email } = await signUp(server);
      const next = createAddress();
      await client.auth.updateUser({ email: next });
      return [email, next].map((address) => lastMailTo(server, address).token);
    });
    const tokens = (await Promise.all(asked)).flat();
    const opened = tokens.map((token_hash) =>
      verify(context, verifySchema.parse({ type: 'email_change', token_hash })),
    );
    expect((await Promise.all(opened)).filter((answer) => 'user' in answer)).toHaveLength(4);
    const waiting = server.db.kysely.selectFrom('users').where('email_change', 'is not', null);
    expect(await waiting.select('email').execute()).toEqual([]);
  });

  test('is refused if the account was deleted since the request was admitted', async () => {
    const server = await createTestServer({ engine });
    const context = authContextOf(server.deps);
    const { user } = await signUp(server);
    const row = await findUserById(server.db.kysely, user.id);
    if (!row) throw new Error('the account is missing');
    await server.db.kysely.deleteFrom('users').execute();
    const input = userUpdateSchema.parse({ email: createAddress() });
    await expect(
      updateAccount(context, { user: row, session: null }, input, server.url),
    ).rejects.toMatchObject({ status: 404, code: 'user_not_found' });
  });
});
