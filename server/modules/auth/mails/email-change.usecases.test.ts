import { expect, test } from 'vitest';
import { userUpdateSchema, verifySchema } from '#contract/calls/auth.ts';
import { updateAccount } from '#server/modules/people/own-account.usecases.ts';
import { dieAtEveryStatement } from '#tests/support/databases/dying-database.ts';
import { createAddress, lastMailTo, mailsTo } from '#tests/support/servers/auth-call.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';
import { signUp } from '#tests/support/sign-in.ts';
import { findUserById } from '../accounts/accounts.repository.ts';
import { authContextOf } from '../auth-context.ts';
import { verify } from './verify.usecases.ts';

test('[W1] the request and both confirmations of a change of address are each complete or absent, wherever the server dies', async () => {
  const server = await createTestServer();
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
