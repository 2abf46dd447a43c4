import type { Page } from 'playwright';
import { beforeEach, test } from 'vitest';
import { expectErrors, openPage, sharedServer as server } from '#tests/support/browsers/e2e.ts';
import { expect } from '#tests/support/browsers/expect.ts';
import { signUpTestUser, type TestUser } from '#tests/support/test-user.ts';
import { findViolations } from '../pages/accessibility.ts';
import { authPage } from '../pages/auth.page.ts';
import { homePage } from '../pages/home.page.ts';
import { listening } from '../pages/listening.page.ts';
import { playerPage } from '../pages/player.page.ts';

const PHONE = { viewport: { width: 390, height: 844 } };

let page: Page;
let testUser: TestUser;
let home: ReturnType<typeof homePage>;
const toast = (text: string) => listening(page).toast(text);
const onDevice = () => page.evaluate(() => JSON.parse(localStorage.getItem('favorites') ?? 'null'));
const titles = () => page.getByRole('main').locator('.tracks h3');

beforeEach(async () => {
  testUser = await signUpTestUser(server);
  page = await openPage(server.url, { ...PHONE, storageState: testUser.storageState });
  home = homePage(page);
});

test('[F1] [F2] [M11] a track saved on home is stored on the device, shown on the user’s other devices, and listed in favourites, where it can be played and removed', async () => {
  await page.goto('/favorites');
  await expect(page.getByRole('heading', { name: 'Your Favorites' })).toBeVisible();
  await expect(page.getByText('No favorite meditations yet')).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Find a meditation' }).click();
  await page.waitForURL('/home');

  const other = await openPage(server.url, { ...PHONE, storageState: testUser.storageState });
  await homePage(other).open();
  await home.card('Pregnancy Psalms').heart.click();
  await expect(toast('Added to favorites')).toBeVisible();
  await expect.poll(onDevice).toEqual([4]);
  // Another device shows the change without a reload.
  await expect(homePage(other).card('Pregnancy Psalms').heart).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await page.goto('/favorites');
  await expect(titles()).toHaveText(['Pregnancy Psalms']);
  const item = page.getByRole('main').getByRole('listitem');
  await expect(item).toContainText('25:00');
  await expect(item.locator('img')).toBeVisible();
  await expect(item.locator('summary')).toBeVisible();
  await expect(item.getByRole('link', { name: 'Play Now: Pregnancy Psalms' })).toHaveAttribute(
    'href',
    '/player/4',
  );
  await item.getByRole('link', { name: 'Play: Pregnancy Psalms' }).click();
  await page.waitForURL('/player/4');
  await listening(page).hasMovedPast(0.2);
  await expect(playerPage(page).heart).toHaveAttribute('aria-pressed', 'true');
  await page.goBack();
  await home.card('Pregnancy Psalms').heart.click();
  await expect(toast('Removed from favorites')).toBeVisible();
  await expect(page.getByText('No favorite meditations yet')).toBeVisible();
  await expect.poll(onDevice).toEqual([]);
});

test('[F1] [F2] Play all plays the favourites in page order and marks the playing one; signing out clears favourites, timer and speeds from the device', async () => {
  const rows = [4, 10].map((content_id) => ({ user_id: testUser.id, content_id }));
  await testUser.client.from('favorites').insert(rows).throwOnError();
  await page.goto('/favorites');
  await expect(titles()).toHaveCount(2);
  const [first = '', second = ''] = await titles().allTextContents();
  await page.getByRole('button', { name: 'Play all' }).click();
  const { bar, hasMovedPast, moveToEnd } = listening(page);
  await expect(bar).toContainText(first);
  await expect(home.card(first).item).toHaveClass(/\bplaying\b/);
  await hasMovedPast(0);
  await moveToEnd();
  await expect(bar).toContainText(second);

  await expect.poll(onDevice).toHaveLength(2);
  await page.evaluate(() => {
    localStorage.setItem('sleepTimer', JSON.stringify({ endsAt: Date.now() + 60_000, minutes: 5 }));
    localStorage.setItem('speeds', '{"meditation":1.25}');
  });
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Log Out' }).click();
  await page.waitForURL('/login');
  await page.goto('/favorites');
  await expect(page.getByText('Please login to add favorites')).toBeVisible();
  const kept = () =>
    page.evaluate(() =>
      ['favorites', 'sleepTimer', 'speeds'].filter((key) => localStorage.getItem(key)),
    );
  expect(await kept()).toEqual([]);
});

test('[M11] a heart pressed before the session is loaded saves the favourite', async () => {
  const { promise: loaded, resolve: load } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    const answer = await route.fetch();
    // Delays the auth client, which is loaded after the page.
    if ((await answer.text()).includes('GoTrueClient@')) await loaded;
    await route.fulfill({ response: answer });
  });
  await home.open();
  const { heart } = home.card('Pregnancy Psalms');
  await heart.click();
  load();
  await expect(toast('Added to favorites')).toBeVisible();
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
});

test('signing in from favourites, even by way of the sign-up page, returns to favourites and focuses the heading', async () => {
  const visitor = await openPage(server.url, PHONE);
  expectErrors(visitor, /status of 406/);
  const auth = authPage(visitor);
  await visitor.goto('/favorites');
  await visitor.getByRole('main').getByRole('link', { name: 'Sign up' }).click();
  await auth.link('Sign in').click();
  await expect(visitor.getByRole('heading', { name: 'Welcome Back!' })).toBeVisible();
  await auth.fill(testUser);
  await auth.submit('Sign in').click();
  await visitor.waitForURL('/favorites');
  await expect(visitor.getByText('No favorite meditations yet')).toBeVisible();
  await expect(visitor.getByRole('heading', { level: 1 })).toBeFocused();
});
