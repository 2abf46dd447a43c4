import type { Page } from 'playwright';
import { test } from 'vitest';
import { expectErrors, openPage, sharedServer as server } from '#tests/support/browsers/e2e.ts';
import { expect } from '#tests/support/browsers/expect.ts';
import { signUpTestUser } from '#tests/support/test-user.ts';

const RENEWAL = '**/auth/v1/token?grant_type=refresh_token';

/** Opens a page an hour later on a bad connection, and waits until the client has given up renewing the token. */
async function openWithExpiredToken(page: Page, path: string): Promise<void> {
  expectErrors(page, /status of 503/);
  await page.clock.install();
  let attempts = 0;
  await page.route(RENEWAL, (route) => {
    attempts += 1;
    return route.fulfill({ status: 503 });
  });
  await page.clock.fastForward('01:00:00');
  await page.goto(path);
  await expect(async () => {
    await page.clock.runFor(5_000);
    expect(attempts).toBeGreaterThan(7);
  }).toPass();
}

test('[F1] a user whose expired token cannot be renewed stays signed in, and loses no favourite and no position', async () => {
  const { id, client, storageState } = await signUpTestUser(server);
  await client.from('favorites').insert({ user_id: id, content_id: 3 }).throwOnError();
  const position = { user_id: id, content_id: 4, position_seconds: 300 };
  await client.from('playback_positions').insert(position).throwOnError();
  const page = await openPage(server.url, { storageState });
  await page.goto('/home');
  const resume = page.getByRole('region', { name: 'Pregnancy Psalms' });
  await expect(resume).toContainText('Continue from 5:00');

  await openWithExpiredToken(page, '/favorites');
  await expect(page.getByText('We couldn’t load your favorites')).toBeVisible();
  await page.getByRole('link', { name: 'Home' }).first().click();
  await expect(resume).toContainText('Continue from 5:00');
  await page.getByRole('link', { name: 'Favorites' }).first().click();

  await page.unroute(RENEWAL);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(page.getByRole('heading', { name: 'Evening Scripture Meditation' })).toBeVisible();
});

test('[A9] a session that is renewed while the sign-in form is open opens home', async () => {
  const { storageState } = await signUpTestUser(server);
  const page = await openPage(server.url, { storageState });
  await openWithExpiredToken(page, '/login');
  await expect(page).toHaveURL(`${server.url}/login`);
  await page.unroute(RENEWAL);
  await page.evaluate(() => {
    window.dispatchEvent(new Event('online'));
    window.dispatchEvent(new Event('visibilitychange'));
  });
  await expect(page).toHaveURL(`${server.url}/home`);
});
