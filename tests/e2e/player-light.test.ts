import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { test } from 'vitest';
import { openPage, serverOfFile } from '#tests/support/browsers/e2e.ts';
import { listening } from './pages/listening.page.ts';

const server = serverOfFile();

const lightOf = (page: Page) => page.locator('.player-light');
const topOf = (page: Page) =>
  lightOf(page).evaluate((light) => Math.round(light.getBoundingClientRect().top));

async function listenTo(path: string, reducedMotion: 'reduce' | 'no-preference') {
  const page = await openPage(server.url, { reducedMotion });
  await page.goto(path);
  await expect(lightOf(page)).toBeVisible();
  const start = await topOf(page);
  await page.getByRole('main').getByRole('button', { name: /^Play/ }).click();
  const sound = listening(page);
  await sound.hasMovedPast(0.2);
  await sound.moveTo(480);
  await sound.hasMovedPast(480.2);
  return { page, start };
}

test.each([
  ['rises', '/player/1', -1],
  ['sets', '/player/3', 1],
])('the sun of a cover %s while its track plays', async (_, path, direction) => {
  const { page, start } = await listenTo(path, 'no-preference');
  await expect.poll(async () => direction * ((await topOf(page)) - start)).toBeGreaterThan(10);
  await expect(lightOf(page)).toHaveAttribute('aria-hidden', 'true');
  await expect(page.getByRole('slider').first()).toBeVisible();
});

test('with reduced motion the sun does not move', async () => {
  const { page, start } = await listenTo('/player/1', 'reduce');
  // The time has changed, so the sun would have moved.
  await expect(page.locator('.times')).toContainText('8:0');
  await listening(page).hasMovedPast(481.5);
  expect(await topOf(page)).toBe(start);
});

test('a cover without separate layers is shown as one picture', async () => {
  const page = await openPage(server.url, {});
  await page.route(/\/images\/(night\/)?layers\//, (route) =>
    route.fulfill({ body: 'no picture' }),
  );
  await page.goto('/player/1');
  await expect(page.locator('.player-light.plain')).toBeVisible();
  await expect(page.locator('.player-square > img.cover')).toHaveCount(1);
});
