import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { test } from 'vitest';
import { DEFAULT_BRAND } from '#contract/constants/pages/brand.ts';
import { beforeFile, openPage, serverOfFile } from '#tests/support/browsers/e2e.ts';
import { waitForHydration } from '../pages/hydration.ts';

let page: Page;
const server = serverOfFile();
beforeFile(async () => {
  page = await openPage(server.url, { viewport: { width: 390, height: 844 } });
  await page.goto('/splash');
  await waitForHydration(page);
});

test('[B1] the picture fills the window, without an empty strip below it', async () => {
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 768, height: 1024 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(viewport);
    const { height } = (await page.locator('.splash-scene').boundingBox()) ?? {};
    expect(height).toBe(viewport.height);
  }
  await page.setViewportSize({ width: 390, height: 844 });
});

test('[B1] Learn More reveals four blocks and scrolls to them', async () => {
  const blocks = page.getByRole('article');
  await expect(blocks).toHaveCount(0);
  const more = page.getByRole('button', { name: 'Learn More' });
  await expect(more).toHaveAttribute('aria-expanded', 'false');
  await more.press('Enter');
  await expect(blocks.getByRole('heading')).toHaveText([
    'Faith-Centered Approach',
    'For Every Stage',
    'Peaceful Labor Support',
    'Community Connection',
  ]);
  await expect(page.getByRole('region', { name: 'Features' })).toBeFocused();
  await expect(blocks.first()).toBeInViewport();
});

test('[B1] the scrolling is smooth unless the device asks for less motion', async () => {
  const behaviour = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior);
  expect(await behaviour()).toBe('auto');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  expect(await behaviour()).toBe('smooth');
});

test('[B1] the page has title, tagline, trial note, owner, and a link back', async () => {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(DEFAULT_BRAND.name);
  await expect(page.getByText(DEFAULT_BRAND.tagline)).toBeVisible();
  await expect(page.getByText('3-day free trial')).toBeVisible();
  await expect(page.getByText(`owned and run by ${DEFAULT_BRAND.company}`)).toBeVisible();
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page).toHaveURL(`${server.url}/`);
});
