import { existsSync, utimesSync } from 'node:fs';
import { expect, test } from 'vitest';
import { buildTrack } from '#db/seeds/builders/build-track.ts';
import { ENGINES } from '#tests/support/create-test-db.ts';
import { createTestServer } from '#tests/support/create-test-server.ts';
import { maintain } from './maintenance.ts';

test.each(ENGINES)('once in a while old changes and broken uploads go, on %s', async (engine) => {
  const rows = { audio_content: [buildTrack(), buildTrack(), buildTrack()] };
  const { deps, db, clock } = await createTestServer({ engine, rows });
  const [old, fresh] = [await deps.store.createTemporary(), await deps.store.createTemporary()];
  utimesSync(old, 0, 0);
  const count = async () =>
    (await db.kysely.selectFrom('change_log').select('id').execute()).length;

  await maintain(deps);
  expect(await count()).toBe(3);
  expect([existsSync(old), existsSync(fresh)]).toEqual([false, true]);

  clock.advance(8 * 24 * 60 * 60_000);
  await maintain(deps);
  expect(await count()).toBe(1);
});
