import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { test } from 'vitest';
import { openPage, serverOfFile } from '#tests/support/browsers/e2e.ts';
import { readPixels } from '#tests/support/browsers/screenshot-pixels.ts';
import { goWithin } from '../pages/go-within.ts';

const server = serverOfFile();

const waitForPictures = (page: Page) =>
  page.waitForFunction(() => {
    const shown = [...document.querySelectorAll<HTMLImageElement>('img.cover')].filter((img) => {
      const { top, bottom } = img.getBoundingClientRect();
      return bottom > 0 && top < innerHeight;
    });
    return shown.every((img) => img.complete && img.naturalWidth > 0);
  });

// every-screen.test.ts covers every other screen, and every player on a phone.
test('in wide and low windows the player page is almost black in the dark theme, whatever its cover', async () => {
  const page = await openPage(server.url, { colorScheme: 'dark' });
  await page.goto('/player/1');
  for (const path of ['/player/1', '/player/4', '/player/7']) {
    await goWithin(page, path);
    for (const viewport of [
      { width: 1440, height: 900 },
      { width: 844, height: 390 },
    ]) {
      await page.setViewportSize(viewport);
      await expect(page.locator('img.cover').first()).toBeAttached();
      await waitForPictures(page);
      const { luminance } = await readPixels(page);
      expect(luminance, `${path} at ${viewport.width}`).toBeLessThanOrEqual(0.05);
    }
  }
});

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

test('a change of the theme is one fade of the whole page, not of its parts, and works without view transitions too', async () => {
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
