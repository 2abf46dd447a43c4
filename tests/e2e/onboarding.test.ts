import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { beforeAll, beforeEach, test } from 'vitest';
import { DEFAULT_BRAND } from '#contract/words/brand.ts';
import { openPage, startServer } from '#tests/support/e2e.ts';
import type { ServerProcess } from '#tests/support/server-process.ts';
import { untilAlive } from './pages/alive.ts';

let server: ServerProcess;
let page: Page;
beforeAll(async () => {
  server = await startServer();
});
beforeEach(async () => {
  page = await openPage(server.url, { viewport: { width: 390, height: 844 } });
  await page.goto('/onboarding');
  await untilAlive(page);
});

const slide = () => page.getByRole('heading', { level: 1 });

test('[O1] three slides, each with picture, title and description; the last leads to /signup', async () => {
  const titles = [
    `Welcome to ${DEFAULT_BRAND.name}`,
    'Daily scripture and prayer',
    'You are not alone in this',
  ];
  const pictures = new Set<string | null>();
  for (const [at, title] of titles.entries()) {
    await expect(slide()).toHaveText(title);
    await expect(page.getByText(`Slide ${at + 1} of 3`)).toBeAttached();
    await expect(page.locator('.onboarding-panel .lede')).not.toBeEmpty();
    pictures.add(await page.locator('.onboarding-scene').getAttribute('class'));
    await page.getByRole('button', { name: at === 2 ? 'Get Started' : 'Next' }).click();
  }
  expect(pictures.size).toBe(3);
  await expect(page).toHaveURL(`${server.url}/signup`);
});

test('[O1] by keyboard alone; every new slide is read from its title on', async () => {
  await page.getByRole('button', { name: 'Next' }).press('Enter');
  await expect(slide()).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Next' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${server.url}/signup`);
});
