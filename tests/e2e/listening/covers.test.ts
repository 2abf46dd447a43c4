import type { Page } from 'playwright';
import { test } from 'vitest';
import { openPage, sharedServer as server } from '#tests/support/browsers/e2e.ts';
import { expect } from '#tests/support/browsers/expect.ts';
import { listening } from '../pages/listening.page.ts';

test('the covers change with the theme, and a cover without a night version is dimmed; with reduced motion they change at once', async () => {
  const page = await openPage(server.url, { colorScheme: 'light', reducedMotion: 'reduce' });
  await page.route(/\/night\/peaceful-birth/, (route) => route.fulfill({ body: 'no picture' }));
  await page.goto('/home');
  await page.evaluate(() => {
    document.startViewTransition = () => {
      throw new Error('a view transition');
    };
  });
  const cover = page.locator('img.cover').first();
  await expect(cover).not.toHaveAttribute('src', /\/night\//);
  await page.getByRole('button', { name: 'Dark mode' }).first().click();
  await expect(page.locator('html')).toHaveClass(/dark/);
  await expect(cover).toHaveAttribute('src', /\/images\/night\//);
  const dimmed = page.locator('img.cover[src*="/images/peaceful-birth"]').first();
  await expect(dimmed).toBeVisible();
  await expect(dimmed).toHaveCSS('filter', /brightness/);
  await expect(cover).toHaveCSS('filter', 'none');
});

test('a change of the theme is one fade of the whole page, not of its parts, and works even without view transitions', async () => {
  const page = await openPage(server.url, {
    colorScheme: 'light',
    reducedMotion: 'no-preference',
  });
  await page.goto('/home');
  await expect(page.locator('img.cover').first()).toBeVisible();
  // Slow enough to observe.
  await page.evaluate(() => document.documentElement.style.setProperty('--calm', '3s'));
  await page.getByRole('button', { name: 'Dark mode' }).first().click();
  const transitions = await page.waitForFunction(() => {
    const running = document.getAnimations();
    const isFading = running.some(
      ({ effect }) =>
        effect instanceof KeyframeEffect && effect.pseudoElement === '::view-transition-new(root)',
    );
    return isFading ? { own: running.filter((one) => one instanceof CSSTransition).length } : null;
  });
  expect(await transitions.jsonValue()).toEqual({ own: 0 });
  await expect(page.locator('html')).toHaveClass(/dark/);
  await page.evaluate(() => document.documentElement.style.removeProperty('--calm'));
  await expect(page.locator('html')).not.toHaveClass(/cross-fading/);

  await page.evaluate(() => Reflect.deleteProperty(Document.prototype, 'startViewTransition'));
  await page.getByRole('button', { name: 'Dark mode' }).first().click();
  await expect(page.locator('html')).not.toHaveClass(/dark/);
  expect(await page.evaluate(() => 'startViewTransition' in document)).toBe(false);
});

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
