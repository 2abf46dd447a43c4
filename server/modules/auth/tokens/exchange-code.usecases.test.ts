import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { ENGINES } from '#tests/support/databases/create-test-db.ts';
import { dieAtEveryStatement } from '#tests/support/databases/dying-database.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';
import { signUp } from '#tests/support/sign-in.ts';
import { updateUser } from '../accounts/accounts.repository.ts';
import { authContextOf } from '../auth-context.ts';
import { exchangeAuthCode } from './exchange-code.usecases.ts';
import { deleteOtherFlows, insertFlowState, issueAuthCode } from './flow-states.repository.ts';

const SECRET = 'he leads me beside quiet waters, he refreshes my soul';

describe.each(ENGINES)('the code of a link on %s', (engine) => {
  async function createCode() {
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
    return { server, context, user, input: { auth_code, code_verifier: SECRET } };
  }

  test('[W1] is used up only if its session is created too, whichever statement the server dies at', async () => {
    const { server, context, input } = await createCode();
    const statements = await dieAtEveryStatement(server.db, (db) =>
      exchangeAuthCode({ ...context, db }, input),
    );
    expect(statements).toBeGreaterThan(2);
    const { kysely } = server.db;
    expect(await kysely.selectFrom('sessions').select('user_id').execute()).toHaveLength(2);
    await expect(exchangeAuthCode(context, input)).rejects.toMatchObject({ status: 404 });
  });

  test('gives no session to a user who is setting a new password', async () => {
    const { server, context, user, input } = await createCode();
    let exchanged: Promise<unknown> = Promise.resolve();
    await server.db.transaction(async (trx) => {
      await updateUser(trx, user.id, { updated_at: user.created_at });
      exchanged = exchangeAuthCode(context, input).catch((error) => error);
      // Gives the exchange time to wait for this transaction, which has changed the user's row.
      await sleep(300);
      await trx.deleteFrom('sessions').execute();
      await deleteOtherFlows(trx, user.id, null);
    });
    expect(await exchanged).toMatchObject({ status: 404 });
    expect(await server.db.kysely.selectFrom('sessions').select('id').execute()).toEqual([]);
  });
});
