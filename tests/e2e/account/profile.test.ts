import type { Page } from 'playwright';
import { beforeEach, describe, test } from 'vitest';
import type { StoredObject } from '#contract/calls/storage.ts';
import {
  beforeFile,
  expectErrors,
  openPage,
  sharedServer as server,
} from '#tests/support/browsers/e2e.ts';
import { expect } from '#tests/support/browsers/expect.ts';
import { callAuth } from '#tests/support/servers/auth-call.ts';
import { signUpTestUser, type TestUser } from '#tests/support/test-user.ts';
import { findViolations } from '../pages/accessibility.ts';
import { asAdminOf } from '../pages/as-admin.ts';
import { TOAST } from '../pages/toast.ts';

const PROFILES = '**/rest/v1/profiles*';

const STORED: StoredObject = {
  bucket: 'avatars',
  name: 'me.svg',
  path: '/icon.svg',
  contentType: 'image/svg+xml',
  bytes: 1,
  sha256: '',
  durationSeconds: null,
};

const WIDE = { width: 1440, height: 844 };

/** The user of this file, until a test opens a page for another user. */
let testUser: TestUser;
let page: Page;
beforeFile(async () => {
  testUser = await signUpTestUser(server);
  await openAsUser({ viewport: WIDE });
});

const openAsUser = async (options = {}) => {
  page = await openPage(server.url, { storageState: testUser.storageState, ...options });
};
const open = async () => {
  await page.goto('/profile');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Profile');
};
const saveProfile = (profile: Record<string, unknown>) =>
  testUser.client
    .from('profiles')
    .upsert({ id: testUser.id, ...profile })
    .throwOnError();
const toasts = () => page.locator(TOAST);
const avatar = () => page.locator('.avatar.big');
const card = (name: string) => page.getByRole('region', { name });
const isStored = () => page.evaluate(() => localStorage.getItem('cradlesong-auth') !== null);

test('[U1][Q4] signed out, the profile offers to sign in, and nothing fails', async () => {
  const visitor = await openPage(server.url);
  await visitor.goto('/profile');
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Your Profile');
  const main = visitor.getByRole('main');
  await expect(main.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/login');
  await expect(main.getByRole('link', { name: 'Contact Support' })).toBeVisible();
});

test('[U1] a user without a name has a question mark; a name shows its first letter everywhere; a picture is shown, but never from another site', async () => {
  await open();
  await expect(page.getByText('Anonymous User')).toBeVisible();
  await expect(avatar()).toHaveText('?');
  // The text exists, but only the image is visible.
  await expect(avatar().locator('span')).toHaveCSS('opacity', '0');
  await expect(avatar().locator('svg')).toBeVisible();

  await saveProfile({ username: 'élise' });
  await page.reload();
  await expect(page.getByText('élise')).toBeVisible();
  await expect(avatar()).toHaveText('É');
  await expect(page.locator('.app-head .avatar')).toHaveText('É');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.locator('.tab-bar .avatar')).toHaveText('É');

  await saveProfile({ avatar_url: `${server.url}/icon.svg` });
  await page.reload();
  await expect(avatar().locator('img')).toHaveAttribute('src', `${server.url}/icon.svg`);

  const hosts: string[] = [];
  page.on('request', (request) => hosts.push(new URL(request.url()).host));
  const avatar_url = 'https://tracker.example/ruth.png';
  await saveProfile({ avatar_url });
  await page.reload();
  await expect(avatar()).toHaveText('É');
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await expect(page.getByLabel('Avatar URL')).toHaveValue(avatar_url);
  await page.keyboard.press('Escape');
  await page.setViewportSize(WIDE);
  expect(hosts.filter((host) => host !== new URL(server.url).host)).toEqual([]);
});

test('[U2] Edit Profile begins with the saved values, shows errors at their fields, keeps the input after a failure, returns the focus on Escape, and saves the name and the copy of a picture from another site', async () => {
  const dialog = page.getByRole('dialog', { name: 'Edit Profile' });
  const name = dialog.getByLabel('Username');
  const picture = dialog.getByLabel('Avatar URL');
  const save = dialog.getByRole('button', { name: 'Save Changes' });
  const opener = page.getByRole('button', { name: 'Edit Profile' });
  const beside = (words: string) => dialog.getByText(words, { exact: true });
  await saveProfile({ username: 'ruth', avatar_url: null });
  await page.reload();
  await opener.click();
  await expect(name).toHaveValue('ruth');
  await name.fill(' r ');
  await picture.fill('not an address');
  await save.click();
  await expect(beside('Username must be at least 2 characters')).toBeVisible();
  await expect(beside('Must be a valid URL')).toBeVisible();
  await expect(name).toHaveAccessibleDescription('Username must be at least 2 characters');
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  expect(await findViolations(page)).toEqual([]);
  await name.fill('Jo');
  await expect(beside('Username must be at least 2 characters')).toBeHidden();
  await picture.fill('javascript:alert(1)');
  await save.click();
  await expect(beside('Must be a valid URL')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();

  await opener.click();
  expectErrors(page, /status of 500/);
  await page.route(PROFILES, (route) => route.fulfill({ status: 500, json: { message: 'no' } }));
  await name.fill('naomi');
  await save.click();
  await expect(toasts()).toHaveText('Failed to update profile');
  await expect(name).toHaveValue('naomi');
  await expect(save).toBeEnabled();
  await page.unrouteAll();

  await page.route('**/storage/v1/import/**', (route) =>
    route.fulfill({ json: { ...STORED, Id: '1', Key: 'avatars/me.svg' } }),
  );
  await picture.fill('https://pictures.example/me.svg');
  await page.keyboard.press('Enter');
  await expect(toasts()).toHaveText('Profile updated successfully');
  await expect(dialog).toBeHidden();
  await expect(page.getByText('naomi')).toBeVisible();
  await expect(avatar().locator('img')).toHaveAttribute('src', `${server.url}/icon.svg`);
  await page.unrouteAll();
});

test('[U3][U4][U6] a user on the free plan has links to the plans, the favourites and the support page, and help with questions that open; an active plan has a badge and can be managed, an ended one has a quiet badge and its date, and can be renewed', async () => {
  await open();
  const plan = card('Subscription');
  await expect(plan).toContainText(
    'You are currently on the free plan. Upgrade to access premium content.',
  );
  const help = card('Help & Support');
  const questions = help.locator('summary');
  await expect(questions).toHaveText([
    /profile picture/,
    /dark mode/,
    /favorites/,
    'I need more help',
  ]);
  await questions.nth(3).press('Enter');
  await expect(help.getByText('within 24 hours')).toBeVisible();
  await questions.nth(0).click();
  await expect(help.locator('details[open]')).toHaveCount(1);

  for (const [region, link, path] of [
    ['Help & Support', 'Contact Support', '/support'],
    ['Your Content', 'My Favorites', '/favorites'],
    ['Subscription', 'Upgrade to Premium', '/subscription'],
  ] as const) {
    await card(region).getByRole('link', { name: link }).click();
    await expect(page).toHaveURL(server.url + path);
    await page.evaluate(() => history.back());
  }

  const asAdmin = asAdminOf(server);
  const row = { user_id: testUser.id, plan_type: 'Premium', status: 'active' };
  await asAdmin.insert('subscriptions', row);
  await open();
  const planLink = (name: string) => plan.getByRole('link', { name });
  await expect(plan).toContainText('Premium');
  await expect(plan.getByText('active')).toHaveClass(/premium/);
  await expect(plan).not.toContainText('Expires');
  await expect(planLink('Manage Subscription')).toHaveAttribute('href', '/subscription');

  const ended = { status: 'expired', end_date: '2026-02-03T00:00:00Z' };
  await asAdmin.update(`subscriptions?user_id=eq.${testUser.id}`, ended);
  await page.reload();
  await expect(plan.getByText('expired')).toHaveClass('badge');
  await expect(plan).toContainText('Expires 3 February 2026');
  await expect(planLink('Renew Subscription')).toHaveAttribute('href', '/subscription');
});

// frame.test.ts covers how long a message stays, and how the theme is stored.
test('[U5] dark mode can be switched on; reminders are saved for the user, can be paused at once, and a change that is not saved is undone with a message', async () => {
  // `findViolations` ends in the dark theme.
  await page.emulateMedia({ colorScheme: 'light' });
  await open();
  const toggle = (name: string) => card('Settings').getByRole('switch', { name });
  await expect(toggle('Dark Mode')).not.toBeChecked();
  await toggle('Dark Mode').click();
  await expect(toasts()).toHaveText('Dark mode activated');
  await expect(page.locator('html')).toHaveClass(/dark/);

  const reminders = toggle('Notifications');
  await expect(reminders).toHaveAccessibleDescription('Receive daily reminders');
  expectErrors(page, /status of 500/);
  await page.route(PROFILES, (route) => route.fulfill({ status: 500, json: { message: 'no' } }));
  await reminders.click();
  await expect(toasts()).toHaveText('Your settings were not saved. Please try again.');
  await expect(reminders).not.toBeChecked();
  await page.unrouteAll();

  await reminders.click();
  await expect(reminders).toBeChecked();
  const time = page.getByLabel('At', { exact: true });
  await time.fill('06:30');
  await expect
    .poll(async () => (await testUser.client.from('profiles').select('preferences').single()).data)
    .toMatchObject({ preferences: { reminders: true, reminderTime: '06:30' } });
  await page.reload();
  await expect(reminders).toBeChecked();
  await expect(time).toHaveValue('06:30');
  await toggle('Pause everything').click();
  await expect(reminders).toBeDisabled();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(time).toHaveCount(0);
});

test('devices are listed with dates in the user’s time zone; one is signed out, then all others, and another device can end this session', async () => {
  testUser = await signUpTestUser(server);
  const signInOn = async (userAgent: string): Promise<string> => {
    const { body } = await callAuth(server, '/token?grant_type=password', {
      headers: { 'User-Agent': userAgent },
      body: { email: testUser.email, password: testUser.password },
    });
    return body.access_token;
  };
  const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5) Safari/604.1';
  await signInOn(IPHONE);
  await signInOn('Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0');
  // A time zone whose date differs from the date in UTC.
  const timezoneId = new Date().getUTCHours() < 12 ? 'Etc/GMT+12' : 'Etc/GMT-12';
  await openAsUser({ timezoneId });
  await open();
  const devices = card('Where you’re signed in').getByRole('listitem');
  const today = new Date().toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: timezoneId });
  await expect(devices).toHaveCount(3);
  await expect(devices.first()).toContainText('This device');
  await expect(card('Where you’re signed in')).toContainText(`Signed in on ${today}`);
  await expect(card('Privacy')).toContainText(`You agreed to this on ${today}.`);
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Sign out of Safari on iPhone' }).click();
  await expect(toasts()).toHaveText('Signed out of Safari on iPhone');
  await expect(devices).toHaveCount(2);
  await expect(page.getByRole('heading', { name: 'Where you’re signed in' })).toBeFocused();

  const others = page.getByRole('button', { name: 'Sign out everywhere else' });
  await others.click();
  await expect(devices).toHaveCount(1);
  await expect(others).toHaveCount(0);
  await page.reload();
  await expect(devices).toHaveCount(1);

  const bearer = await signInOn(IPHONE);
  expectErrors(page, /40[13]/);
  await callAuth(server, '/logout?scope=others', { method: 'POST', bearer });
  await expect(toasts()).toHaveText('You were signed out. Please sign in again.');
  await expect(page.getByText('You’re not signed in')).toBeVisible();
});

describe('Log Out', () => {
  beforeEach(async () => {
    testUser = await signUpTestUser(server);
    await saveProfile({ username: 'ruth' });
    await openAsUser();
  });
  const logOut = () => page.getByRole('button', { name: 'Log Out' }).click();

  test('[U7] aborts pending requests, so that none is refused, ends the session, removes the user’s data from this device, and opens /login', async () => {
    const held = Promise.withResolvers<void>();
    await page.route('**/rest/v1/support_tickets**', async (route) => {
      await held.promise;
      await route.continue().catch(() => undefined);
    });
    const aborted = page.waitForEvent('requestfailed', (request) =>
      request.url().includes('/support_tickets'),
    );
    const revoked = page.waitForResponse('**/auth/v1/logout**');
    await open();
    await logOut();
    await revoked;
    held.resolve();
    await aborted;
    await expect(page).toHaveURL(`${server.url}/login`);
    expect(await isStored()).toBe(false);
    await page.unrouteAll();
    await page.goto('/profile');
    await expect(page.getByText('You’re not signed in')).toBeVisible();
    await expect(page.getByText('ruth')).toHaveCount(0);
  });

  test('[U7] works without a connection, so that a network failure keeps no one signed in', async () => {
    expectErrors(page, /ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
    // The toaster is prefetched after the pages, /login among them.
    const toasterFetched = page.waitForResponse(/\/toaster-[^/]*\.js$/);
    await open();
    await toasterFetched;
    await page.context().setOffline(true);
    await logOut();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome Back!');
    expect(await isStored()).toBe(false);
  });
});
