import { describe, expect, test } from 'vitest';
import { buildUser } from '#db/seeds/builders/build-person.ts';
import { buildPlay, buildTicket } from '#db/seeds/builders/build-service-rows.ts';
import { buildTrack } from '#db/seeds/builders/build-track.ts';
import { callAuth, refreshWith } from '#tests/support/servers/auth-call.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';
import { signUp } from '#tests/support/sign-in.ts';
import { recordInAuditLog } from './core/actors/audit-log.repository.ts';
import { attempt, createQuotaCounter } from './core/limiter.ts';
import { maintainHourly } from './maintenance.ts';

const HOUR_MS = 60 * 60_000;
const YEAR_MS = 365 * 24 * HOUR_MS;

/** A server with two hours of uptime and a play one hour old. */
async function open() {
  const now = Date.now();
  const { deps, db, clock } = await createTestServer({
    config: { PLAY_LOG_DAYS: 90 },
    rows: {
      users: [buildUser(1)],
      audio_content: [buildTrack()],
      user_activity: [buildPlay(1, { created_at: new Date(now - HOUR_MS).toISOString() })],
      support_tickets: [buildTicket(1)],
    },
  });
  let uptimeMs = 2 * HOUR_MS;
  return {
    deps,
    clock,
    maintain: () => maintainHourly(deps, () => uptimeMs),
    setUptime: (ms: number) => {
      uptimeMs = ms;
    },
    plays: async () => (await db.kysely.selectFrom('user_activity').select('id').execute()).length,
  };
}

describe('a clock change', () => {
  test('removes nothing while the clock is years ahead after a start or restore', async () => {
    const { clock, maintain, setUptime, plays } = await open();
    setUptime(HOUR_MS - 1);
    clock.advance(YEAR_MS);
    await maintain();
    setUptime(2 * HOUR_MS);
    await maintain();
    expect(await plays()).toBe(1);
  });

  test('removes old rows as the clock advances, but not within an hour of a restore', async () => {
    const { deps, clock, maintain, plays } = await open();
    clock.advance(100 * 24 * HOUR_MS);
    const log = (action: 'restore' | 'update') =>
      recordInAuditLog(deps.db.kysely, {
        actor: 'operator',
        action,
        on: 'backups',
        which: 'whole',
        now: new Date(clock.now()).toISOString(),
      });
    await log('restore');
    await log('update');
    await maintain();
    expect(await plays()).toBe(1);
    clock.advance(HOUR_MS);
    await maintain();
    expect(await plays()).toBe(0);
  });

  test('shortens a backoff that began while the clock was ahead', async () => {
    for (const aheadMs of [HOUR_MS, YEAR_MS]) {
      const server = await createTestServer({ rows: { users: [buildUser(1)] } });
      const rules = {
        what: 'code',
        subject: 'ruth',
        freeTries: 3,
        longestWaitMs: HOUR_MS,
        forgottenAfterMs: HOUR_MS,
        createError: () => new Error('wait'),
      };
      const allowance = createQuotaCounter(server.deps, {
        what: 'sign-in',
        limit: 2,
        windowMs: 60_000,
      });
      const guess = () => attempt(server.deps, rules);
      const take = () => allowance('ruth', 2);

      server.clock.advance(aheadMs);
      for (let tries = 0; tries < 4; tries += 1) await guess().catch(() => undefined);
      await expect(guess()).rejects.toThrow('wait');
      await take();
      expect(await take()).toBeGreaterThan(0);
      server.clock.advance(-aheadMs);
      await guess();
      expect(await take()).toBe(0);
    }
  });

  test('signs no user out when a clock that is an hour wrong is corrected', async () => {
    for (const wrongMs of [HOUR_MS, -HOUR_MS]) {
      const server = await createTestServer();
      let { session } = await signUp(server);
      const isTaken = async () => {
        const { status, body } = await callAuth(server, '/user', { bearer: session.access_token });
        return status === 200 || body.code;
      };
      /**
       * Refreshes the session as a page does: when the token has expired, and when it is refused
       * (src-renderer/lib/requests/backend.ts).
       */
      const refresh = async () => {
        const { status, body } = await refreshWith(server, session.refresh_token);
        expect(status).toBe(200);
        session = body;
      };
      server.clock.advance(wrongMs);
      await refresh();
      expect(await isTaken()).toBe(true);
      server.clock.advance(-wrongMs);
      // By the corrected clock the token was issued in the future, or has expired.
      expect(await isTaken()).toBe('bad_jwt');
      await refresh();
      expect(await isTaken()).toBe(true);
    }
  });
});
