import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { findUserById } from '#server/modules/auth/accounts/accounts.repository.ts';
import { authContextOf } from '#server/modules/auth/auth-context.ts';
import { createSessions } from '#server/modules/auth/sessions/sessions.repository.ts';
import { ENGINES, readRow } from '#tests/support/databases/create-test-db.ts';
import { dieAtEveryStatement } from '#tests/support/databases/dying-database.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';
import { signUp } from '#tests/support/sign-in.ts';
import {
  approveSignIn,
  createHandOver,
  redeemHandOver,
  watchHandOver,
} from './hand-over.usecases.ts';

describe.each(ENGINES)('a hand-over on %s', (engine) => {
  async function open() {
    const server = await createTestServer({ engine });
    server.clock.stop();
    const context = authContextOf(server.deps);
    const { user } = await signUp(server);
    const person = await findUserById(server.db.kysely, user.id);
    if (!person) throw new Error('the account is missing');
    return { server, context, person };
  }

  test('signs in the phone or the screen only once, whichever statement the server dies at', async () => {
    const { server, context, person } = await open();
    const caller = { user: person, session: null };
    const sessions = () => server.db.kysely.selectFrom('sessions').select('id').execute();

    let tries = 0;
    /** A new address each time, because failed attempts throttle an address. */
    const address = () => `192.0.2.${++tries}`;

    const toPhone = await createHandOver(context, caller);
    await dieAtEveryStatement(server.db, (db) =>
      redeemHandOver({ ...context, db }, toPhone.code, address()),
    );
    expect(await sessions()).toHaveLength(2);
    await expect(redeemHandOver(context, toPhone.code, address())).rejects.toMatchObject({
      status: 403,
    });

    const toScreen = await createHandOver(context, undefined);
    await approveSignIn(context, caller, toScreen.code, address());
    await dieAtEveryStatement(server.db, (db) =>
      watchHandOver({ ...context, db }, toScreen.secret),
    );
    expect(await sessions()).toHaveLength(3);
    expect(await watchHandOver(context, toScreen.secret)).toEqual({ state: 'over' });
  });

  test('gives no session to a user whose account is being deleted', async () => {
    const { server, context, person } = await open();
    const { id } = await readRow(server.db, 'sessions');
    const session = (await createSessions(server.db.kysely, server.clock).find(id)) ?? null;
    const { code } = await createHandOver(context, { user: person, session });
    let redeemed: Promise<unknown> = Promise.resolve();
    await server.db.transaction(async (trx) => {
      await trx.updateTable('users').set({ updated_at: person.updated_at }).execute();
      redeemed = redeemHandOver(context, code, '192.0.2.1').catch((error) => error);
      // Gives the phone's request time to wait for this transaction, which has changed the user's row.
      await sleep(300);
      await trx.deleteFrom('users').execute();
    });
    expect(await redeemed).toMatchObject({ status: 403 });
    expect(await server.db.kysely.selectFrom('sessions').select('id').execute()).toEqual([]);
  });
});
