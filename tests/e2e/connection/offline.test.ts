import type { Page, Request, Route } from 'playwright';
import { beforeEach, describe, expect as expectValue, test } from 'vitest';
import {
  beforeFile,
  expectErrors,
  openPage,
  sharedServer as server,
} from '#tests/support/browsers/e2e.ts';
import { expect } from '#tests/support/browsers/expect.ts';
import { holdRequests } from '#tests/support/browsers/hold-requests.ts';
import { waitForHydration } from '#tests/support/browsers/hydration.ts';
import { signUpTestUser, type TestUser } from '#tests/support/test-user.ts';
import { recordAnnouncements } from '../pages/announcer.ts';
import { homePage } from '../pages/home.page.ts';
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

test('[F1] [A9] a user whose expired token cannot be renewed stays signed in, and loses no favourite and no position; a sign-in form opens home as soon as it is renewed', async () => {
  const { id, client, storageState } = await signUpTestUser(server);
  await client.from('favorites').insert({ user_id: id, content_id: 3 }).throwOnError();
  const position = { user_id: id, content_id: 4, position_seconds: 300 };
  await client.from('playback_positions').insert(position).throwOnError();
  const page = await openPage(server.url, { storageState });
  await page.goto('/home');
  const resume = page.getByRole('region', { name: 'Pregnancy Psalms' });
  await expect(resume).toContainText('Continue from 5:00');

  expectErrors(page, /status of 503/);
  await page.clock.install();
  const renewal = '**/auth/v1/token?grant_type=refresh_token';
  const openWithoutRenewal = async (path: string) => {
    let attempts = 0;
    await page.route(renewal, (route) => {
      attempts += 1;
      return route.fulfill({ status: 503 });
    });
    await page.goto(path);
    await expect(async () => {
      await page.clock.runFor(5_000);
      expect(attempts).toBeGreaterThan(7);
    }).toPass({ intervals: [50] });
  };
  // An hour later on a bad connection.
  await page.clock.fastForward('01:00:00');
  await openWithoutRenewal('/favorites');
  await expect(page.getByText('We couldn’t load your favorites')).toBeVisible();
  await page.getByRole('link', { name: 'Home' }).first().click();
  await expect(resume).toContainText('Continue from 5:00');
  await page.getByRole('link', { name: 'Favorites' }).first().click();

  await page.unroute(renewal);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(page.getByRole('heading', { name: 'Evening Scripture Meditation' })).toBeVisible();

  await page.clock.fastForward('01:00:00');
  await openWithoutRenewal('/login');
  await expect(page).toHaveURL(`${server.url}/login`);
  await page.unroute(renewal);
  await page.evaluate(() => {
    window.dispatchEvent(new Event('online'));
    window.dispatchEvent(new Event('visibilitychange'));
  });
  await expect(page).toHaveURL(`${server.url}/home`);
});

describe('on a half-open connection', () => {
  let page: Page;
  beforeEach(async () => {
    testUser = await signUpTestUser(server);
    page = await openPage(server.url, {
      viewport: { width: 390, height: 844 },
      storageState: testUser.storageState,
    });
    // Blocks the event stream, which would report the saved row as well.
    await page.route('**/realtime/v1/**', () => {});
    await page.clock.install();
  });

  /** From now on the connection is half-open: requests reach the server, but no responses return. */
  async function loseResponses(): Promise<{ restore: () => Promise<void> }> {
    const swallow = async (route: Route) => void (await route.fetch());
    await page.route('**/rest/v1/**', swallow);
    return { restore: () => page.unroute('**/rest/v1/**', swallow) };
  }

  const keptByServer = async () => {
    const { data } = await testUser.client.from('favorites').select('content_id').throwOnError();
    return data.map(({ content_id }) => content_id);
  };

  test('[M11] a favourite whose response is lost is reported in time, and saved only once when it is pressed again', async () => {
    const { heart } = homePage(page).card('Pregnancy Psalms');
    await homePage(page).open();
    await expect(heart).toHaveAttribute('aria-pressed', 'false');
    const { takeMessages } = await recordAnnouncements(page);
    const connection = await loseResponses();
    await heart.click();
    await expect.poll(keptByServer).toEqual([4]);

    await page.clock.fastForward(6_000);
    await expect(heart).toHaveAttribute('aria-pressed', 'true');
    await page.clock.fastForward(6_000);
    await expect(page.locator(TOAST)).toHaveText('Failed to update favorites');
    await expect(heart).toHaveAttribute('aria-pressed', 'false');

    expectValue(await takeMessages()).toEqual(['Failed to update favorites']);

    // The server answers that the favourite exists.
    expectErrors(page, /status of 409/);
    await connection.restore();
    await heart.click();
    await expect(page.locator(TOAST)).toHaveText('Added to favorites');
    await expect(heart).toHaveAttribute('aria-pressed', 'true');
    expectValue(await keptByServer()).toEqual([4]);
  });

  test('[C3] a ticket without a response is not saved twice when it is sent again', async () => {
    const savedTickets = async () =>
      (await testUser.client.from('support_tickets').select('subject').throwOnError()).data;
    await page.goto('/support');
    await page.getByLabel('Subject').fill('Sound stops at night');
    await page.getByLabel('Message').fill('After an hour.');
    const connection = await loseResponses();
    const submit = page.getByRole('button', { name: 'Submit Support Ticket' });
    await submit.click();
    await expect.poll(savedTickets).toHaveLength(1);
    await page.clock.fastForward(12_000);
    await expect(page.locator(TOAST)).toHaveText('Failed to submit support ticket');
    await connection.restore();
    await submit.click();
    await expect(page.locator(TOAST)).toHaveText('Support ticket submitted successfully');
    expectValue(await savedTickets()).toHaveLength(1);
  });
});
