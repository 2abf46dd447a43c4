import { describe, expect, test } from 'vitest';
import { ENGINES } from '#tests/support/databases/create-test-db.ts';
import { dieAtEveryStatement } from '#tests/support/databases/dying-database.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';
import { signUp } from '#tests/support/sign-in.ts';
import { authContextOf } from '../auth-context.ts';
import { exchangeAuthCode } from './exchange-code.usecases.ts';
import { insertFlowState, issueAuthCode } from './flow-states.repository.ts';

const SECRET = 'he leads me beside quiet waters, he refreshes my soul';

describe.each(ENGINES)('the code of a link on %s', (engine) => {
  test('[W1] is used up together with the session it gives, or not at all, wherever the server dies', async () => {
    const server = await createTestServer({ engine });
    const context = authContextOf(server.deps);
    const { user } = await signUp(server);
    const now = new Date(server.clock.now()).toISOString();
    const flow = await insertFlowState(server.db.kysely, {
      challenge: { challenge: SECRET, method: 'plain' },
      userId: user.id,
      authType: 'magiclink',
      now,
    });
    const auth_code = (await issueAuthCode(server.db.kysely, flow ?? '', now)) ?? '';
    const input = { auth_code, code_verifier: SECRET };
    const statements = await dieAtEveryStatement(server.db, (db) =>
      exchangeAuthCode({ ...context, db }, input),
    );
    expect(statements).toBeGreaterThan(2);
    const { kysely } = server.db;
    expect(await kysely.selectFrom('sessions').select('user_id').execute()).toHaveLength(2);
    await expect(exchangeAuthCode(context, input)).rejects.toMatchObject({ status: 404 });
  });
});
