import { describe, expect, test } from 'vitest';
import { buildUser } from '#db/seeds/builders/build-person.ts';
import { buildPlay, buildTicket } from '#db/seeds/builders/build-service-rows.ts';
import { buildTrack } from '#db/seeds/builders/build-track.ts';
import { callAuth } from '#tests/support/auth-call.ts';
import { ENGINES } from '#tests/support/create-test-db.ts';
import { createTestServer } from '#tests/support/create-test-server.ts';
import { signUp } from '#tests/support/sign-in.ts';
import { createAllowance } from './core/allowance.ts';
import { DOUBT_MS, findLeap } from './core/clock-doubt.ts';
import { countGuess } from './core/guesses.ts';
import { createRounds } from './maintenance.ts';
import { publishDue } from './modules/tracks/publish-due.usecases.ts';

const HOUR_MS = 60 * 60_000;
const YEAR_MS = 365 * 24 * HOUR_MS;

/** A server that was looked after a moment ago, with somebody's play and something planned for the autumn. */
async function open(engine: (typeof ENGINES)[number]) {
  const now = Date.now();
  const { deps, db, clock } = await createTestServer({
    engine,
    config: { PLAY_LOG_DAYS: 90 },
    rows: {
      users: [buildUser(1)],
      audio_content: [
        buildTrack({ enabled: false, publish_at: new Date(now + YEAR_MS / 2).toISOString() }),
      ],
      user_activity: [buildPlay(1, { created_at: new Date(now - HOUR_MS).toISOString() })],
      support_tickets: [buildTicket(1)],
    },
  });
  let steadyMs = 0;
  const start = () => createRounds(deps, () => steadyMs);
  const rounds = start();
  await rounds.own();
  await rounds.shared();
  // Otherwise the hour since the last round would be what keeps anything from going.
  const forget = () => db.kysely.deleteFrom('leases').where('task', '=', 'maintenance').execute();
  await forget();
  return {
    ...{ deps, clock, rounds, start, forget },
    wait: (ms: number) => {
      steadyMs += ms;
      clock.advance(ms);
    },
    plays: async () => (await db.kysely.selectFrom('user_activity').select('id').execute()).length,
    planned: async () =>
      (await db.kysely.selectFrom('audio_content').select('publish_at').execute()).filter(
        ({ publish_at }) => publish_at !== null,
      ).length,
  };
}

describe.each(ENGINES)('on %s, a clock that', (engine) => {
  test('leaps a year ahead takes nothing and publishes nothing, also over a restart, and is put back', async () => {
    const { deps, clock, rounds, start, wait, plays, planned } = await open(engine);
    clock.advance(YEAR_MS);
    await rounds.shared();
    await start().shared();
    expect(await publishDue(deps)).toBe(0);
    wait(DOUBT_MS - HOUR_MS);
    await rounds.shared();
    expect([await plays(), await planned()]).toEqual([1, 1]);

    clock.advance(-YEAR_MS);
    await rounds.shared();
    wait(2 * DOUBT_MS);
    await rounds.shared();
    expect(await publishDue(deps)).toBe(0);
    expect([await plays(), await planned()]).toEqual([1, 1]);
  });

  test('stays ahead is believed after six hours', async () => {
    const { deps, clock, rounds, wait, plays } = await open(engine);
    clock.advance(YEAR_MS);
    await rounds.shared();
    wait(DOUBT_MS);
    await rounds.shared();
    expect(await plays()).toBe(0);
    expect(await publishDue(deps)).toBe(1);
  });

  test('begins each day in the past is believed as soon as it is set', async () => {
    const { deps, clock, rounds, plays, forget } = await open(engine);
    clock.advance(-YEAR_MS);
    await rounds.shared();
    clock.advance(YEAR_MS + 20 * 24 * HOUR_MS);
    await forget();
    await rounds.shared();
    expect(await findLeap(deps)).toBe(0);
    expect(await plays()).toBe(1);
  });

  test('goes on as clocks do is believed at once', async () => {
    const { rounds, clock, forget, plays } = await open(engine);
    for (let week = 0; week < 14; week += 1) {
      clock.advance(7 * 24 * HOUR_MS);
      await forget();
      await rounds.shared();
    }
    expect(await plays()).toBe(0);
  });

  test('was ahead when she was told to wait holds her up no longer when it is put back', async () => {
    for (const aheadMs of [HOUR_MS, YEAR_MS]) {
      const server = await createTestServer({ engine, rows: { users: [buildUser(1)] } });
      const guesses = {
        ...{ what: 'code', subject: 'ruth', freeTries: 3, longestWaitMs: HOUR_MS },
        ...{ forgottenAfterMs: HOUR_MS, createError: () => new Error('wait') },
      };
      const allowances = ['sqlite', 'postgres'].map((kind) =>
        createAllowance(
          {
            ...server.deps,
            config: {
              ...server.deps.config,
              DATABASE_URL: kind === 'postgres' ? 'postgres://here' : undefined,
            },
          },
          { what: `sign-in-${kind}`, limit: 2, windowMs: 60_000 },
        ),
      );
      const guess = () => countGuess(server.deps, guesses);
      const take = () => Promise.all(allowances.map((allowance) => allowance('ruth', 2)));

      server.clock.advance(aheadMs);
      for (let tries = 0; tries < 4; tries += 1) await guess().catch(() => undefined);
      await expect(guess()).rejects.toThrow('wait');
      await take();
      expect((await take()).every((waitMs) => waitMs > 0)).toBe(true);
      server.clock.advance(-aheadMs);
      await guess();
      expect(await take()).toEqual([0, 0]);
    }
  });

  test('is an hour wrong, and is set right, signs nobody out', async () => {
    for (const wrongMs of [HOUR_MS, -HOUR_MS]) {
      const server = await createTestServer({ engine });
      let { session } = await signUp(server);
      const isTaken = async () => {
        const { status, body } = await callAuth(server, '/user', { bearer: session.access_token });
        return status === 200 || body.code;
      };
      /** As a page does it when the token has ended, and when it is refused (src-renderer/lib/backend.ts). */
      const refresh = async () => {
        const { status, body } = await callAuth(server, '/token?grant_type=refresh_token', {
          body: { refresh_token: session.refresh_token },
        });
        expect(status).toBe(200);
        session = body;
      };
      server.clock.advance(wrongMs);
      await refresh();
      expect(await isTaken()).toBe(true);
      server.clock.advance(-wrongMs);
      // Issued in an hour, or ended an hour ago.
      expect(await isTaken()).toBe('bad_jwt');
      await refresh();
      expect(await isTaken()).toBe(true);
    }
  });
});
