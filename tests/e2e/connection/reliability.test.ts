import { expect, onTestFinished, test } from 'vitest';
import { expectErrors, openPage, serverOfFile } from '#tests/support/browsers/e2e.ts';
import { LISTENING_FAULTS } from '#tests/support/listening/listening-faults.ts';
import { startFaultProxy } from '#tests/support/servers/fault-proxy.ts';
import { listening } from '../pages/listening.page.ts';
import { playerPage } from '../pages/player.page.ts';

const server = serverOfFile();

async function openProxy() {
  const proxy = await startFaultProxy(server.url);
  onTestFinished(() => proxy.close());
  return proxy;
}

test('a bundled recording plays as soon as its first 128 KiB have arrived, although it contains a cover', async () => {
  const proxy = await openProxy();
  const page = await openPage(proxy.url);
  proxy.throttle(1);
  await page.goto('/player/3');
  await playerPage(page).play.click();
  await listening(page).hasMovedPast(0.5);
});

// `node tests/tools/reliability.ts` measures all faults on an idle machine. This test ignores
// the measured value and runs only the assertions inside the fault.
test('a prefetched track plays when the previous one ends while the connection is cut', async () => {
  const proxy = await openProxy();
  const fault = LISTENING_FAULTS.find(({ name }) => name.startsWith('a track ends while'));
  const page = await openPage(proxy.url, { viewport: { width: 390, height: 844 } });
  expectErrors(page, /ERR_/);
  expect(await fault?.run({ page, proxy, server })).toBeLessThan(Number.POSITIVE_INFINITY);
  expect(proxy.struck()).toBeGreaterThan(0);
});
