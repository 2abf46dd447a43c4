import type { Page } from 'playwright';
import { beforeEach, test } from 'vitest';
import { expectErrors, openPage, serverOfFile } from '#tests/support/browsers/e2e.ts';
import { expect } from '#tests/support/browsers/expect.ts';
import { ADMIN_PASSWORD } from '#tests/support/servers/server-process.ts';
import { isScrolledSideways, partOf, VIEWPORTS } from '../pages/admin.page.ts';
import { announcer } from '../pages/announcer.ts';
import { navigate } from '../pages/go-within.ts';
import { TOAST } from '../pages/toast.ts';

const TABS = ['Dashboard', 'Users', 'Content', 'Subscriptions', 'Notifications', 'Settings'];

let page: Page;
const server = serverOfFile();
beforeEach(async () => {
  page = await openPage(server.url, { viewport: { width: 1440, height: 900 } });
  await page.goto('/admin');
});

async function logIn(password = ADMIN_PASSWORD) {
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}
/** Logs in and waits for the area; the machine may stay signed in. */
async function enter({ staysSignedIn = false } = {}) {
  await page.getByLabel('Stay signed in on this machine').setChecked(staysSignedIn);
  await logIn();
  await expect(title('Dashboard')).toBeVisible();
}
const title = (name: string) => page.getByRole('heading', { level: 1, name });
const readStored = () =>
  page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
  );

test('[D1] [Q3] the sign-in names the site, refuses a wrong password on the server, reports an outage differently, and stores nothing on the device', async () => {
  expectErrors(page, /status of 400/, /ERR_FAILED/);
  await expect(page.getByRole('main').locator('.logo')).toContainText('Cradlesong');
  await page.getByText('Forgotten?').click();
  await expect(page.getByText('npm run admin-password')).toBeVisible();
  const field = page.getByLabel('Password');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleDescription('Please enter the password.');
  const asked = page.waitForResponse('**/auth/v1/admin/login');
  await logIn('let me in');
  expect((await asked).status()).toBe(400);
  await expect(page.getByRole('alert')).toHaveText('Invalid password');
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleDescription('Invalid password');
  await expect(title('Admin Login')).toBeVisible();
  await expect(field).toHaveValue('let me in');

  await page.route('**/auth/v1/admin/login', (route) => route.abort());
  await logIn();
  await expect(page.getByRole('alert')).toHaveText('The server did not answer. Please try again.');
  await page.unroute('**/auth/v1/admin/login');
  await logIn();
  await expect(page.locator(TOAST)).toHaveText('Successfully logged in to admin panel');
  await expect(title('Dashboard')).toBeVisible();
  expect(await readStored()).not.toContain('eyJ');
  await page.reload();
  await expect(title('Admin Login')).toBeVisible();
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page).toHaveURL(`${server.url}/`);
});

test('the sign-in is skipped on a machine that stays signed in, until its session ends or the admin signs out; signing out asks about unsaved input', async () => {
  await enter({ staysSignedIn: true });
  expect(await readStored()).not.toMatch(/eyJ|cradlesong-admin/);
  await page.goto('/admin/settings?part=sessions');
  const sessions = page.getByRole('region', { name: 'Where you stay signed in' });
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  await expect(sessions).toContainText('This machine');
  await sessions.getByRole('button', { name: /^End Chrome on / }).click();
  await expect(title('Admin Login')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Password')).toBeVisible();
  await expect(page.getByLabel('Stay signed in on this machine')).not.toBeChecked();

  await page.getByLabel('Stay signed in on this machine').check();
  await logIn();
  await expect(page.getByText('This machine', { exact: true })).toBeVisible();
  await page.goto('/admin/notifications');
  await page.getByRole('button', { name: 'New notification' }).click();
  await page.getByLabel('Title').fill('Not sent yet');
  const signOut = page.getByRole('button', { name: 'Sign out', exact: true });
  await signOut.click();
  const question = page.getByRole('alertdialog', { name: 'Sign out without saving?' });
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('Not sent yet');
  await signOut.click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(title('Admin Login')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Password')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue' })).toBeHidden();
});

test('[D1] the area opens the page of a link after the sign-in, locks itself when the token has expired, and reopens the tab', async () => {
  await page.goto('/admin/users?part=tickets');
  await logIn();
  await expect(page.getByRole('link', { name: 'Support' })).toHaveAttribute('aria-current', 'page');
  // Otherwise the answer to this list could lock the area before the next click.
  await expect(page.getByText('No request is waiting for an answer')).toBeVisible();
  await page.route('**/rest/v1/**', (route) => route.fulfill({ status: 401, json: {} }));
  expectErrors(page, /status of 401/);
  await page.getByRole('link', { name: 'Content', exact: true }).click();
  await expect(title('Admin Login')).toBeVisible();
  await expect(page.getByText('The area has locked itself.')).toBeVisible();
  await page.unroute('**/rest/v1/**');
  await logIn();
  await expect(title('Content')).toBeVisible();
  await expect(page.getByText('Morning Prayer & Meditation')).toBeVisible();
});

test('[D2] the admin area has six tabs with their own addresses, reports an unknown one, fits 320 px, and has a link back; each part of a tab has an address and an announced title, and is scrolled into view on a phone', async () => {
  await enter();
  const links = page.getByRole('navigation', { name: 'Admin' }).getByRole('link');
  await expect(links).toHaveText(TABS);
  for (const [at, name] of TABS.entries()) {
    await links.nth(at).click();
    await expect(page).toHaveURL(`${server.url}/admin${at === 0 ? '' : `/${name.toLowerCase()}`}`);
    await expect(title(name)).toBeVisible();
    await expect(links.nth(at)).toHaveAttribute('aria-current', 'page');
  }
  await navigate(page, '/admin/no-such-tab');
  await expect(title('There is no such tab')).toBeVisible();
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(title('Settings')).toBeVisible();
  for (const part of ['Announcement', 'Audit log']) {
    await partOf(page, part).click();
    await expect(page).toHaveTitle(`${part} · Settings · Admin · Cradlesong`);
    await expect(partOf(page, part)).toHaveAttribute('aria-current', 'page');
    await expect(announcer(page)).toContainText(`${part} · Settings · Admin`);
  }
  await page.goBack();
  await expect(page).toHaveTitle('Announcement · Settings · Admin · Cradlesong');
  await page.goBack();
  await expect(page).toHaveURL(`${server.url}/admin/settings`);
  await page.setViewportSize(VIEWPORTS[1][1]);
  await partOf(page, 'Audit log').click();
  await expect(partOf(page, 'Audit log')).toBeInViewport({ ratio: 0.9 });
  expect(await isScrolledSideways(page)).toBe(false);
  await page.setViewportSize({ width: 320, height: 640 });
  await expect(page.getByRole('button', { name: 'Sign out', exact: true })).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Search' })).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await page.getByRole('link', { name: 'Back to the site' }).click();
  await expect(page).toHaveURL(`${server.url}/`);
});

/** Two presses, each before the area would lock. */
async function workFor18Minutes() {
  for (const _ of [1, 2]) {
    await page.clock.runFor(9 * 60_000);
    await page.keyboard.press('Shift');
  }
}

test('[D1] the area locks after ten minutes without input, when the token expires, and at the first touch after an hour of sleep', async () => {
  await page.clock.install();
  await enter();
  await page.clock.runFor(10 * 60_000 - 1_000);
  await expect(title('Dashboard')).toBeVisible();
  await page.clock.runFor(1_000);
  await expect(title('Admin Login')).toBeVisible();

  await page.clock.setSystemTime(Date.now());
  await enter();
  await workFor18Minutes();
  await expect(title('Dashboard')).toBeVisible();
  await page.clock.runFor(2 * 60_000);
  await expect(title('Admin Login')).toBeVisible();

  await page.clock.setSystemTime(Date.now());
  await enter();
  // No timer runs during sleep.
  await page.clock.setSystemTime(Date.now() + 60 * 60_000);
  await page.keyboard.press('Shift');
  await expect(title('Admin Login')).toBeVisible();
});

test('[D1] a machine that stays signed in is locked only after ten minutes without input', async () => {
  await page.clock.install();
  await enter({ staysSignedIn: true });
  await workFor18Minutes();
  // Half a minute before the token expires, so that no request is sent with an expired one.
  const renewed = page.waitForResponse(/resume/, { timeout: 10_000 });
  await page.clock.runFor(90_000);
  await renewed;
  await page.clock.runFor(90_000);
  await expect(title('Dashboard')).toBeVisible();
  // Three of the ten minutes have passed; the renewed token does not start them again.
  await page.clock.runFor(7 * 60_000);
  await expect(title('Admin Login')).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(title('Dashboard')).toBeVisible();
});

test('[V1] the preview has two figures and a table of three tracks, the same for everybody', async () => {
  await page.goto('/admin-preview');
  await expect(page.getByRole('term')).toHaveText(['Total Tracks', 'Favorited Items']);
  await expect(page.getByRole('definition')).toHaveText(['3', '12']);
  const table = page.getByRole('table');
  await expect(table.getByRole('columnheader')).toHaveText([
    'Title',
    'Duration',
    'Access',
    'Status',
  ]);
  await expect(table.locator('tbody tr')).toHaveText([
    /Morning Meditation\s*15 min\s*Free\s*Active/,
    /Evening Relaxation\s*20 min\s*Premium/,
    /Deep Sleep Guide\s*30 min\s*Premium/,
  ]);
});

// The last test, because it uses up the tries.
test('[D1] [Q3] the sign-in shows the wait after too many wrong passwords, counts down, and then accepts the correct password', async () => {
  expectErrors(page, /status of 4(00|29)/);
  const login = page.getByRole('button', { name: 'Login', exact: true });
  const waits = page.getByRole('button', { name: /^Login in 0:\d\d$/ });
  await page.getByLabel('Password').fill('let me in');
  await expect(async () => {
    // A press after the wait would make the next wait longer.
    if (!(await waits.isVisible())) await login.click({ timeout: 500 });
    await expect(waits).toBeVisible({ timeout: 500 });
    await expect(page.getByRole('alert')).toContainText(/only request this after \d+ second/, {
      timeout: 500,
    });
  }).toPass({ intervals: [50], timeout: 20_000 });
  // Each press on a slow machine has doubled the wait.
  await expect(login).toBeVisible({ timeout: 40_000 });
  await expect(page.getByRole('alert')).toHaveCount(0);
  await logIn();
  await expect(title('Dashboard')).toBeVisible();
});
