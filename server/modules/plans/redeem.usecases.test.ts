import { describe, expect, test } from 'vitest';
import { buildCentreCode } from '#db/seeds/builders/build-service-rows.ts';
import { dieAtEveryStatement } from '#tests/support/databases/dying-database.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';
import { signUp } from '#tests/support/sign-in.ts';
import { redeemCode } from './redeem.usecases.ts';

describe('a code of a birth centre', () => {
  test('[D2] is used up and gives its plan together, even if the server dies between the two writes', async () => {
    const code = buildCentreCode({ code: 'LAST2345', uses_allowed: 1, plan_length: 3 });
    const server = await createTestServer({ rows: { centre_codes: [code] } });
    server.clock.stop();
    const { user } = await signUp(server);
    const asked = { userId: user.id, address: '127.0.0.1', code: code.code };
    const statements = await dieAtEveryStatement(server.db, async (db) => {
      // Avoids the throttle after five attempts: an attempt counts even if the server dies.
      server.clock.advance(60 * 60_000);
      return redeemCode({ ...server.deps, db }, asked);
    });
    expect(statements).toBeGreaterThan(3);
    const { kysely } = server.db;
    expect(await kysely.selectFrom('centre_codes').select('used_count').execute()).toEqual([
      { used_count: 1 },
    ]);
    expect(await kysely.selectFrom('subscriptions').select('user_id').execute()).toEqual([
      { user_id: user.id },
    ]);
  });
});
