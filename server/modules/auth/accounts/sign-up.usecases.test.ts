import { expect, test } from 'vitest';
import { signUpSchema } from '#contract/calls/auth.ts';
import { dieAtEveryStatement } from '#tests/support/databases/dying-database.ts';
import { createAddress, mailsTo, PASSWORD } from '#tests/support/servers/auth-call.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';
import { authContextOf } from '../auth-context.ts';
import { signUp } from './sign-up.usecases.ts';

test.each([
  ['without a confirmation', true, [{ kind: 'play_log' }], 0],
  ['with a confirmation by mail', false, [], 1],
])(
  'a sign-up %s is complete or absent, wherever the server dies',
  async (_, isConfirmed, consents, mails) => {
    const server = await createTestServer({ config: { AUTH_AUTOCONFIRM: isConfirmed } });
    const context = authContextOf(server.deps);
    const email = createAddress();
    const input = signUpSchema.parse({ email, password: PASSWORD });
    const statements = await dieAtEveryStatement(server.db, (db) =>
      signUp({ ...context, db }, input, server.url),
    );
    expect(statements).toBeGreaterThan(2);
    const { kysely } = server.db;
    expect(await kysely.selectFrom('users').select('email').execute()).toEqual([{ email }]);
    expect(await kysely.selectFrom('consents').select('kind').execute()).toEqual(consents);
    expect(mailsTo(server, email)).toHaveLength(mails);
  },
);
