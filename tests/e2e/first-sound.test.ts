import { afterAll, beforeAll, test } from 'vitest';
import { openPage, startServer } from '#tests/support/e2e.ts';
import { type FaultProxy, startFaultProxy } from '#tests/support/fault-proxy.ts';
import { listening } from './pages/listening.page.ts';
import { playerPage } from './pages/player.page.ts';

let proxy: FaultProxy;
beforeAll(async () => {
  const server = await startServer();
  proxy = await startFaultProxy(server.url);
});
afterAll(() => proxy.close());

test('a shipped recording sounds as soon as its first 128 KiB are there, cover and all', async () => {
  const page = await openPage(proxy.url);
  proxy.throttle(1);
  await page.goto('/player/3');
  await playerPage(page).play.click();
  await listening(page).hasMovedPast(0.5);
});
