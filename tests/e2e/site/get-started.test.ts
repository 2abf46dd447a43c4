import { expect } from 'playwright/test';
import { test } from 'vitest';
import { openPage, startServer } from '#tests/support/browsers/e2e.ts';
import { waitForHydration } from '../pages/hydration.ts';

test('[G3] the page has two stores, four steps, and help', async () => {
  const server = await startServer();
  const page = await openPage(server.url, { viewport: { width: 390, height: 844 } });
  await page.goto('/get-started');
  await waitForHydration(page);
  const main = page.getByRole('main');
  // Until the owner has set the addresses of the stores.
  for (const name of ['iOS', 'Android']) {
    const link = main.getByRole('link', { name });
    await expect(link).toHaveAttribute('href', /#home-screen$/);
  }
  await expect(main.getByRole('heading', { name: /to your home screen$/ })).toBeVisible();
  await expect(main.getByRole('listitem').getByRole('heading')).toHaveText([
    'Download',
    'Create an account',
    'Start your 3-day free trial',
    'Explore content',
  ]);
  await expect(main.getByRole('heading', { name: 'Need Help' })).toBeVisible();
  await main.getByRole('link', { name: 'Contact us' }).click();
  await expect(page).toHaveURL(`${server.url}/contact`);
});
