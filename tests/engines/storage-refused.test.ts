import { afterAll, beforeAll, test } from 'vitest';
import { startServer } from '#tests/support/browsers/e2e.ts';
import { inEachEngine } from '#tests/support/browsers/engines/in-each-engine.ts';
import { type RefusedStorage, refuseStorage } from '#tests/support/browsers/refused-storage.ts';
import { listenAsUser } from '../e2e/pages/without-storage.ts';

let site: RefusedStorage;
beforeAll(async () => {
  const server = await startServer({ AUTH_RATE_LIMIT: '1000' });
  site = await refuseStorage(server.url);
});
afterAll(() => site.stop());

inEachEngine('in a browser without storage', (openPage) => {
  test('[A9] [M11] [F1] a user signs up, saves a track, plays it and signs out', async () => {
    await listenAsUser(await openPage(site.url));
  });
});
