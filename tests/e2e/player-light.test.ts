import type { Page } from 'playwright';
import { test } from 'vitest';
import { openPage, sharedServer as server } from '#tests/support/browsers/e2e.ts';
import { expect } from '#tests/support/browsers/expect.ts';
import { listening } from './pages/listening.page.ts';

const lightOf = (page: Page) => page.locator('.player-light');
const topOf = (page: Page) =>
  lightOf(page).evaluate((light) => Math.round(light.getBoundingClientRect().top));

test('the sun of a cover rises while its track plays, and with reduced motion does not move', async () => {
  const page = await openPage(server.url, { reducedMotion: 'no-preference' });
  const sound = listening(page);
  await page.goto('/player/1');
  await expect(lightOf(page)).toBeVisible();
  await expect(lightOf(page)).toHaveAttribute('aria-hidden', 'true');
  const start = await topOf(page);
  await page.getByRole('main').getByRole('button', { name: /^Play/ }).click();
  await sound.hasMovedPast(0.2);
  await sound.moveTo(480);
  await expect.poll(async () => start - (await topOf(page))).toBeGreaterThan(10);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect.poll(() => topOf(page)).toBe(start);
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
