import type { Request } from 'playwright';
import { test } from 'vitest';
import {
  beforeFile,
  expectErrors,
  openPage,
  sharedServer as server,
} from '#tests/support/browsers/e2e.ts';
import { expect } from '#tests/support/browsers/expect.ts';
import { holdRequests } from '#tests/support/browsers/hold-requests.ts';
import { signUpTestUser, type TestUser } from '#tests/support/test-user.ts';
import { waitForHydration } from '../pages/hydration.ts';
import { TOAST } from '../pages/toast.ts';

let testUser: TestUser;
beforeFile(async () => {
  testUser = await signUpTestUser(server);
  await testUser.client
    .from('favorites')
    .insert({ user_id: testUser.id, content_id: 3 })
    .throwOnError();
});

test('[C3] without a connection every screen reports it and shows its cached data or that loading failed; a ticket fails at once and stays in its form', async () => {
  const page = await openPage(server.url, {
    viewport: { width: 1440, height: 900 },
    storageState: testUser.storageState,
  });
  const notice = page.getByText('You’re offline. Everything loaded stays');
  const link = (name: string) => page.getByRole('banner').getByRole('link', { name, exact: true });
  // Offline, the browser logs every failed request.
  expectErrors(page, /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch/);
  const underWay = new Set<Request>();
  page.on('request', (request) => request.url().includes('/assets/') && underWay.add(request));
  page.on('requestfinished', (request) => underWay.delete(request));
  // The page fetches the toaster when it is idle.
  const toaster = page.waitForResponse(/\/assets\/toaster-.+\.js/);
  await page.goto('/favorites');
  await expect(page.getByRole('heading', { name: 'Evening Scripture Meditation' })).toBeVisible();
  // Hovering prefetches these pages. The service worker, which would cache them, is blocked here.
  for (const name of ['Home', 'Support', 'Your profile']) await link(name).hover();
  await toaster;
  await expect.poll(() => underWay.size, 'pending parts of other screens').toBe(0);
  await page.context().setOffline(true);

  await expect(notice).toBeVisible();
  for (const [name, heading] of [
    ['Home', 'Meditation Playlist'],
    ['Favorites', 'Evening Scripture Meditation'],
    ['Support', 'Quick Start Guide'],
  ] as const) {
    await link(name).click();
    await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible();
    await expect(notice).toBeVisible();
  }
  await page.getByLabel('Subject').fill('From the underground');
  await page.getByLabel('Message').fill('No signal.');
  await page.getByRole('button', { name: 'Submit Support Ticket' }).click();
  await expect(page.locator(TOAST)).toHaveText('Failed to submit support ticket');
  await expect(page.getByLabel('Message')).toHaveValue('No signal.');

  await link('Your profile').click();
  // The session was delivered with the page.
  await expect(page.getByText('We couldn’t load your profile.')).toHaveCount(0);
  await expect(page.getByText('We couldn’t load your plan.')).toBeVisible();
  await expect(page.getByText('Loading...')).toHaveCount(0);
  await page.context().setOffline(false);
  await expect(notice).toHaveCount(0);
  await expect(page.getByText('You are currently on the free plan.')).toBeVisible();
});

test('after six seconds a page whose script never arrives says so, until another page is opened', async () => {
  const page = await openPage(server.url, { viewport: { width: 1440, height: 900 } });
  await page.clock.install();
  await holdRequests(page, /\/assets\/socials-page-.+\.js/);
  await page.goto('/home');
  const link = (name: string) => page.getByRole('banner').getByRole('link', { name, exact: true });
  await waitForHydration(page);
  await page.clock.pauseAt(Date.now() + 60_000);
  await link('Connect').click();
  await expect(page.locator('.page-pending')).toBeAttached();
  await page.clock.runFor(5_900);
  await expect(page.locator(TOAST)).toHaveCount(0);
  await page.clock.resume();
  await expect(page.locator(TOAST)).toHaveText('This is still loading. Check the connection.');
  await link('Favorites').click();
  await expect(page).toHaveURL(`${server.url}/favorites`);
  await expect(page.locator('.page-pending')).toHaveCount(0);
});
