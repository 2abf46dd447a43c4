import { expect } from 'playwright/test';
import { beforeAll, expect as expectValue, test } from 'vitest';
import { expectErrors, openPage, startServer } from '#tests/support/e2e.ts';
import type { ServerProcess } from '#tests/support/server-process.ts';

let server: ServerProcess;
beforeAll(async () => {
  server = await startServer();
});

test('a screen that was not there yet is asked for sparingly while the server is gone, and comes whole', async () => {
  const page = await openPage(server.url, { viewport: { width: 390, height: 844 } });
  expectErrors(
    page,
    /ERR_CONNECTION|ERR_EMPTY|dynamically imported module|did not load|Unable to preload|Failed to (fetch|load)/,
  );
  await page.goto('/home');
  // What is fetched ahead is kept back, until the server has gone.
  await page.route(/player-screen/, (route) => route.abort());
  await page.getByRole('button', { name: /^Play/ }).first().click();
  const time = () => page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.currentTime);
  await expect.poll(time).toBeGreaterThan(0);
  await server.stop('SIGKILL');
  await page.unroute(/player-screen/);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('player-screen')) asked.push(request.url());
  });

  await page.locator('.now a').first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page did not open');
  await page.waitForTimeout(10_000);
  expectValue(asked.length).toBeGreaterThan(1);
  expectValue(asked.length).toBeLessThan(20);

  await server.restart();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Morning Prayer & Meditation', {
    timeout: 20_000,
  });
  const sheets = await page
    .locator('link[rel="stylesheet"]')
    .evaluateAll((links: HTMLLinkElement[]) =>
      links.map(({ href, sheet }) => ({ href, isThere: sheet !== null })),
    );
  expectValue(sheets.filter(({ isThere }) => !isThere)).toEqual([]);
  expectValue(sheets.map(({ href }) => href).join()).toContain('player-screen');
});
