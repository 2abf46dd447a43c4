import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import { buildCentreCode } from '#db/seeds/builders/build-service-rows.ts';
import { ENGINES, readRow, readRows } from '#tests/support/databases/create-test-db.ts';
import { dieAtEveryStatement } from '#tests/support/databases/dying-database.ts';
import { createTestServer, type TestServer } from '#tests/support/servers/create-test-server.ts';
import { send } from '#tests/support/servers/send.ts';
import { fetchAdminToken, type SignedIn, signUp } from '#tests/support/sign-in.ts';
import { redeemCode } from './redeem.usecases.ts';

const HOUR_MS = 60 * 60 * 1000;
const codes = [
  buildCentreCode({ code: 'MNTH2345', plan_length: 3 }),
  buildCentreCode({ code: 'FEWR2345', uses_allowed: 3, plan_type: 'Lifetime', plan_length: null }),
  buildCentreCode({ code: 'SPNT2345', uses_allowed: 2, used_count: 2 }),
  buildCentreCode({ code: 'PAST2345', valid_until: '2026-01-01T23:59:59.999Z' }),
  buildCentreCode({ code: 'ENDD2345', ended_at: '2026-01-01T00:00:00.000Z' }),
  buildCentreCode({ code: 'TRYA2345', plan_type: 'Trial', plan_length: 7 }),
];

const redeemWith = (server: TestServer, bearer: string | undefined, body: unknown) =>
  send(server, API_PATHS.redeemCode, { bearer, body });
const redeemAs = async (server: TestServer, { session }: SignedIn, code: string) =>
  (await redeemWith(server, session.access_token, { code })).status;

describe.each(ENGINES)('[D2] a code of a birth centre on %s', async (engine) => {
  const server = await createTestServer({ engine, rows: { centre_codes: codes } });
  let ruth: SignedIn;
  beforeEach(async () => {
    ruth = await signUp(server);
  });

  const redeem = async (code: string) => {
    const answer = await redeemWith(server, ruth.session.access_token, { code });
    return { status: answer.status, headers: answer.headers, body: await answer.json() };
  };
  const planOf = async ({ client }: SignedIn) =>
    (await client.from('subscriptions').select('plan_type, status, end_date')).data;
  const usesOf = async (code: string) =>
    readRow(server.db, 'centre_codes', { code }, ['used_count']).then(
      ({ used_count }) => used_count,
    );

  test('does not overwrite a plan that an admin gives at the same moment', async () => {
    await redeem('MNTH2345');
    let redeemed: ReturnType<typeof redeem> | undefined;
    await server.db.transaction(async (trx) => {
      const lifetime = { plan_type: 'Lifetime', end_date: null };
      const { id } = ruth.user;
      await trx.updateTable('subscriptions').set(lifetime).where('user_id', '=', id).execute();
      redeemed = redeem('TRYA2345');
      // Gives the request time to wait for this transaction, which has changed the plan's row.
      await sleep(300);
    });
    expect(await redeemed).toMatchObject({ status: 409 });
    expect(await planOf(ruth)).toMatchObject([{ plan_type: 'Lifetime', end_date: null }]);
  });

  test('gives a user a plan once, in any spelling of the code', async () => {
    const used = await usesOf('MNTH2345');
    const { status, body } = await redeem('mnth–2345');
    expect([status, body]).toEqual([
      200,
      {
        centre_name: 'Sample Birth Centre',
        plan_type: 'Monthly',
        end_date: expect.stringMatching(/T23:59:59.999Z$/),
      },
    ]);
    const [plan] = (await planOf(ruth)) ?? [];
    expect(plan).toMatchObject({ plan_type: 'Monthly', status: 'active' });
    expect(Date.parse(plan?.end_date)).toBe(Date.parse(body.end_date));
    expect(await redeem('MNTH2345')).toMatchObject({
      status: 409,
      body: { code: 'code_already_redeemed' },
    });
    expect(await planOf(ruth)).toEqual([plan]);
    expect(await usesOf('MNTH2345')).toBe(used + 1);
  });

  test('extends a running plan, and leaves a lifetime plan unchanged', async () => {
    await redeem('MNTH2345');
    const before = (await planOf(ruth))?.[0]?.end_date;
    await redeem('TRYA2345');
    const [longer] = (await planOf(ruth)) ?? [];
    expect(longer).toMatchObject({ plan_type: 'Monthly' });
    expect(Date.parse(longer?.end_date) - Date.parse(before)).toBe(7 * 24 * HOUR_MS);
    await redeem('FEWR2345');
    expect(await planOf(ruth)).toMatchObject([{ plan_type: 'Lifetime', end_date: null }]);
    // Lifetime users cannot probe for valid codes.
    for (const code of ['MNTH2345', 'NNNN2345']) {
      expect(await redeem(code)).toMatchObject({ status: 409, body: { code: 'plan_is_lifetime' } });
    }
  });

  test('is redeemed by three of six simultaneous users if it has three uses', async () => {
    const crowd = await createTestServer({ engine, rows: { centre_codes: codes } });
    const users = await Promise.all(Array.from({ length: 6 }, () => signUp(crowd)));
    const answers = await Promise.all(users.map((by) => redeemAs(crowd, by, 'FEWR-2345')));
    expect(answers.sort()).toEqual([...Array(3).fill(200), ...Array(3).fill(410)]);
    const count = async (table: 'code_redemptions' | 'subscriptions') =>
      (await crowd.db.kysely.selectFrom(table).selectAll().execute()).length;
    expect(await count('code_redemptions')).toBe(3);
    expect(await count('subscriptions')).toBe(3);
    const { used_count } = await readRow(crowd.db, 'centre_codes', { code: 'FEWR2345' }, [
      'used_count',
    ]);
    expect(used_count).toBe(3);
  });

  test('extends the plan by both codes when one user redeems two simultaneously', async () => {
    await Promise.all([redeem('MNTH2345'), redeem('TRYA2345')]);
    const days = (Date.parse((await planOf(ruth))?.[0]?.end_date) - Date.now()) / 24 / HOUR_MS;
    // Three months and seven days, in either order.
    expect(days).toBeGreaterThan(3 * 28 + 7);
  });

  test('cannot be guessed: after five simultaneous attempts even the correct code is throttled', async () => {
    const guesses = await Promise.all(Array.from({ length: 12 }, () => redeem('NNNN2345')));
    expect(guesses.filter(({ status }) => status === 404)).toHaveLength(5);
    const early = await redeem('MNTH2345');
    expect(early).toMatchObject({ status: 429, body: { code: 'over_request_rate_limit' } });
    const wait = Number(early.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    server.clock.advance(wait * 1000);
    expect((await redeem('MNTH2345')).status).toBe(200);
    // The correct code has reset the count of failed attempts.
    expect((await redeem('NNNN2345')).status).toBe(404);
  });

  test('keeps its count when a user is erased together with their redemption', async () => {
    await redeem('MNTH2345');
    const used = await usesOf('MNTH2345');
    const { data } = await ruth.client.from('code_redemptions').select();
    expect(data).toHaveLength(1);
    await server.db.kysely.deleteFrom('users').where('id', '=', ruth.user.id).execute();
    const left = await readRows(server.db, 'code_redemptions', { user_id: ruth.user.id });
    expect(left).toEqual([]);
    expect(await usesOf('MNTH2345')).toBe(used);
  });

  // The tests below do not depend on the engine.
  if (engine !== 'sqlite') return;

  test.each([
    ['NNNN2345', 404, 'code_unknown'],
    ['PAST2345', 410, 'code_expired'],
    ['SPNT2345', 410, 'code_used_up'],
    ['ENDD2345', 410, 'code_ended'],
    ['x'.repeat(41), 400, 'bad_request'],
  ])('%s gives nothing, and the response states a reason', async (code, status, word) => {
    const answer = await redeem(code);
    expect(answer).toMatchObject({ status, body: { code: word, message: expect.any(String) } });
    expect(await planOf(ruth)).toEqual([]);
    const { data } = await ruth.client.from('code_redemptions').select();
    expect(data).toEqual([]);
  });

  test('is used up and gives its plan together, even if the server dies between the two writes', async () => {
    const code = buildCentreCode({ uses_allowed: 1 });
    const dying = await createTestServer({ rows: { centre_codes: [code] } });
    dying.clock.stop();
    const { user } = await signUp(dying);
    const asked = { userId: user.id, address: '127.0.0.1', code: code.code };
    const statements = await dieAtEveryStatement(dying.db, async (db) => {
      // Avoids the throttle after five attempts: an attempt counts even if the server dies.
      dying.clock.advance(HOUR_MS);
      return redeemCode({ ...dying.deps, db }, asked);
    });
    expect(statements).toBeGreaterThan(3);
    expect(await readRows(dying.db, 'centre_codes', {}, ['used_count'])).toEqual([
      { used_count: 1 },
    ]);
    expect(await readRows(dying.db, 'subscriptions')).toMatchObject([{ user_id: user.id }]);
  });

  test('requires a signed-in user', async () => {
    expect((await redeemWith(server, undefined, { code: 'MNTH2345' })).status).toBe(401);
    expect(
      (await redeemWith(server, server.deps.config.ANON_KEY, { code: 'MNTH2345' })).status,
    ).toBe(401);
    expect((await redeemWith(server, 'a.b.c', { code: 'MNTH2345' })).status).toBe(401);
    expect(
      (await redeemWith(server, await fetchAdminToken(server), { code: 'MNTH2345' })).status,
    ).toBe(403);
    for (const body of [{}, { code: 7 }, [], 'MNTH2345']) {
      expect((await redeemWith(server, ruth.session.access_token, body)).status).toBe(400);
    }
  });

  test('cannot be guessed by many accounts behind one address', async () => {
    const guarded = await createTestServer({ engine, rows: { centre_codes: codes } });
    const guessers = await Promise.all(Array.from({ length: 13 }, () => signUp(guarded)));
    const seen: number[] = [];
    for (const guesser of guessers) {
      for (let tries = 0; tries < 5; tries += 1)
        seen.push(await redeemAs(guarded, guesser, 'NNNN2345'));
    }
    expect(seen.slice(0, 60)).toEqual(Array(60).fill(404));
    expect(seen.slice(60)).toContain(429);
  });

  test('is valid until the last millisecond of its last day in UTC', async () => {
    const valid_until = new Date(Date.now() + HOUR_MS).toISOString();
    let now = Date.parse(valid_until);
    const late = await createTestServer({
      engine,
      deps: { clock: { now: () => now } },
      rows: { centre_codes: [buildCentreCode({ valid_until })] },
    });
    expect(await redeemAs(late, await signUp(late), 'SAMP2345')).toBe(200);
    now += 1;
    expect(await redeemAs(late, await signUp(late), 'SAMP2345')).toBe(410);
  });
});
