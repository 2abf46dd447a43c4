import { expect } from 'playwright/test';
import { afterAll, test } from 'vitest';
import { beforeFile, openPage, startServer } from '#tests/support/browsers/e2e.ts';
import { type FaultProxy, startFaultProxy } from '#tests/support/servers/fault-proxy.ts';
import { homePage } from '../pages/home.page.ts';
import { listening } from '../pages/listening.page.ts';
import { playerPage } from '../pages/player.page.ts';

let proxy: FaultProxy;
beforeFile(async () => {
  const server = await startServer();
  proxy = await startFaultProxy(server.url);
});
afterAll(() => proxy.close());

test('a bundled recording plays as soon as its first 128 KiB have arrived, despite its cover', async () => {
  const page = await openPage(proxy.url);
  proxy.throttle(1);
  await page.goto('/player/3');
  await playerPage(page).play.click();
  await listening(page).hasMovedPast(0.5);
});

test('a pointer down on a play button loads the metadata, but plays nothing without a press', async () => {
  const page = await openPage(proxy.url);
  proxy.throttle(null);
  const home = homePage(page);
  await home.open();
  const { audio, bar, hasMovedPast, isSilent } = listening(page);
  const { play, pause } = home.card('Evening Scripture Meditation');
  await play.hover();
  await expect(audio).not.toHaveAttribute('src');
  await page.mouse.down();
  await expect(audio).toHaveAttribute('src', /\.mp3$/);
  const lengthOfFile = () => audio.evaluate(({ duration }: HTMLAudioElement) => duration);
  await expect.poll(lengthOfFile).toBeGreaterThan(60);
  await page.mouse.move(0, 0);
  await page.mouse.up();
  expect(await isSilent()).toBe(true);
  await expect(bar).toHaveCount(0);
  await play.click();
  await expect(pause).toBeVisible();
  await hasMovedPast(0.5);
});
