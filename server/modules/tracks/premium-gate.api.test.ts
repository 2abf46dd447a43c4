import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { API_PATHS, publicObjectPath } from '#contract/constants/pages/paths.ts';
import { endOfDay } from '#contract/constants/plans.ts';
import { buildTrack } from '#db/seeds/builders/build-track.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';
import { send } from '#tests/support/servers/send.ts';
import { fetchAdminToken, signUp } from '#tests/support/sign-in.ts';

const RECORDING = publicObjectPath('audio', 'premium.mp3');

// One engine is enough: gated-files.api.test.ts tests access by plan on both.
describe('[D2] with the premium gate closed', async () => {
  let now = Date.now();
  const server = await createTestServer({
    config: { PREMIUM_GATE: true },
    deps: { clock: { now: () => now } },
    rows: { audio_content: [buildTrack({ is_premium: true, audio_url: RECORDING })] },
  });
  const folder = join(server.deps.config.STORAGE_DIR, 'audio');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'premium.mp3'), 'a recording');
  const ruth = await signUp(server);

  const ask = async (bearer: string | undefined) => {
    const { status } = await send(server, `${API_PATHS.signedObject}/audio_content/1`, {
      bearer,
      method: 'POST',
    });
    return status;
  };
  const askAsUser = () => ask(ruth.session.access_token);
  const plan = (status: string, end_date: string | null) => {
    const row = { user_id: ruth.user.id, plan_type: 'Monthly', status, end_date };
    return server.db.kysely
      .insertInto('subscriptions')
      .values(row)
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
      .execute();
  };

  test('a recording opens for an active plan and the admin, and for no one else', async () => {
    expect(await ask(undefined)).toBe(403);
    expect(await askAsUser()).toBe(403);
    await plan('active', null);
    expect(await askAsUser()).toBe(200);
    await plan('ended', null);
    expect(await askAsUser()).toBe(403);
    expect(await ask(await fetchAdminToken(server))).toBe(200);
  });

  test('a signed address is valid for four hours at most; the admin may choose longer', async () => {
    await plan('active', null);
    const year = 365 * 24 * 3600;
    const hoursFor = async (bearer: string) => {
      const answer = await send(server, `${API_PATHS.signedObject}/audio_content/1`, {
        bearer,
        body: { expiresIn: year },
      });
      const { expiresAt } = await answer.json();
      return (Date.parse(expiresAt) - now) / 3_600_000;
    };
    expect(await hoursFor(ruth.session.access_token)).toBeCloseTo(4, 0);
    expect(await hoursFor(await fetchAdminToken(server))).toBeCloseTo(year / 3600, 0);
  });

  test('access ends in the millisecond in which the plan ends', async () => {
    const end = endOfDay(new Date(now).toISOString().slice(0, 10));
    await plan('active', end);
    const began = now;
    now = Date.parse(end) - 1;
    // The user's token has expired by then; the plan applies to a new one too.
    const { data } = await ruth.client.auth.refreshSession();
    const bearer = data.session?.access_token;
    expect(await ask(bearer)).toBe(200);
    now += 1;
    expect(await ask(bearer)).toBe(403);
    now = began;
  });
});
