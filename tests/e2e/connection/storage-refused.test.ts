import type { Page } from 'playwright';
import { afterAll, beforeEach, test } from 'vitest';
import { beforeFile, openPage, startServer } from '#tests/support/browsers/e2e.ts';
import { type RefusedStorage, refuseStorage } from '#tests/support/browsers/refused-storage.ts';
import { ADMIN_PASSWORD } from '#tests/support/servers/server-process.ts';
import { listenAsUser, listenAsVisitor, openAsOwner } from '../pages/without-storage.ts';

let site: RefusedStorage;
let page: Page;
beforeFile(async () => {
  const server = await startServer({ AUTH_RATE_LIMIT: '1000' });
  site = await refuseStorage(server.url);
});
afterAll(() => site.stop());
beforeEach(async () => {
  page = await openPage(site.url, { viewport: { width: 390, height: 844 } });
});

test('[A9] [M11] [F1] a browser without storage: a user signs up, saves a track, plays it and signs out', async () => {
  await listenAsUser(page);
});

test('a browser without storage: a visitor plays a track', async () => {
  await listenAsVisitor(page);
});

test('[D1] a browser without storage: the admin area opens', async () => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openAsOwner(page, ADMIN_PASSWORD);
});
