import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import sharp from 'sharp';
import { afterAll, beforeEach, describe, test } from 'vitest';
import { beforeFile, expectErrors, openPage, startServer } from '#tests/support/browsers/e2e.ts';
import { startFileHost } from '#tests/support/servers/certificate.ts';
import { type ServerProcess, signInAsAdmin } from '#tests/support/servers/server-process.ts';
import { signUpTestUser, type TestUser } from '#tests/support/test-user.ts';
import { findBarriers } from '../pages/barriers.ts';
import { TOAST, untilToasterIsHere } from '../pages/toast.ts';

const PROFILES = '**/rest/v1/profiles*';

const PICTURE = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#345' } })
  .png()
  .toBuffer();

let elsewhere: Awaited<ReturnType<typeof startFileHost>>;
let server: ServerProcess;
let admin: Awaited<ReturnType<typeof signInAsAdmin>>;
let testUser: TestUser;
let page: Page;
beforeFile(async () => {
  elsewhere ??= await startFileHost((_req, res) => res.end(PICTURE));
  server = await startServer({
    IMPORT_NETWORKS: '127.0.0.1',
    NODE_EXTRA_CA_CERTS: elsewhere.certFile,
  });
  admin = await signInAsAdmin(server);
});
afterAll(() => elsewhere.stop());
beforeEach(async () => {
  testUser = await signUpTestUser(server);
  page = await openPage(server.url, { storageState: testUser.storageState });
});

const open = async () => {
  await page.goto('/profile');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Profile');
};
const insertProfile = (profile: Record<string, unknown>) =>
  testUser.client
    .from('profiles')
    .insert([{ id: testUser.id, ...profile }])
    .throwOnError();
const toasts = () => page.locator(TOAST);
const avatar = () => page.locator('.avatar.big');
const card = (name: string) => page.getByRole('region', { name });

test('[U1][Q4] signed out, the profile offers to sign in, and nothing fails', async () => {
  const visitor = await openPage(server.url);
  await visitor.goto('/profile');
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Your Profile');
  const main = visitor.getByRole('main');
  await expect(main.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/login');
  await expect(main.getByRole('link', { name: 'Contact Support' })).toBeVisible();
});

describe('the identity of a user', () => {
  test('[U1] without a name: Anonymous User and a question mark', async () => {
    await open();
    await expect(page.getByText('Anonymous User')).toBeVisible();
    await expect(avatar()).toHaveText('?');
    // The text exists, but only the image is visible.
    await expect(avatar().locator('span')).toHaveCSS('opacity', '0');
    await expect(avatar().locator('svg')).toBeVisible();
  });

  test('[U1] without a picture: the uppercase first letter of the name', async () => {
    await insertProfile({ username: 'élise' });
    await open();
    await expect(page.getByText('élise')).toBeVisible();
    await expect(avatar()).toHaveText('É');
  });

  test.each([
    { where: 'header', width: 1440, selector: '.app-head .avatar' },
    { where: 'tab bar', width: 390, selector: '.tabbar .avatar' },
  ])('[U1] the $where has the same avatar as the profile', async ({ width, selector }) => {
    await insertProfile({ username: 'élise' });
    await page.setViewportSize({ width, height: 844 });
    await open();
    await expect(avatar()).toHaveText('É');
    await expect(page.locator(selector)).toHaveText('É');
  });

  test('is never shown wrongly while loading: a visitor sees only the sign-in link, a user only the profile link', async () => {
    const seenBy = async (who: Page) => {
      await who.setViewportSize({ width: 390, height: 844 });
      await who.addInitScript(() => {
        const seen = new Set<string>();
        Object.assign(window, { seen });
        // The visible variant: the served page contains both, and its style sheet shows one.
        const look = () => {
          for (const tool of document.querySelectorAll('.hello-tools a'))
            if (tool.checkVisibility()) seen.add(tool.getAttribute('href') ?? '');
          requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      });
      await who.goto('/home');
      await expect(who.locator('.tracks h3').first()).toBeVisible();
      return who.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen]);
    };
    expect(await seenBy(await openPage(server.url))).toEqual(['/login']);
    expect(await seenBy(page)).toEqual(['/profile']);
  });

  test('[U1] shows the picture, and the letter if the picture cannot be loaded', async () => {
    expectErrors(page, /status of 40/);
    await insertProfile({ username: 'ruth', avatar_url: `${server.url}/icon.svg` });
    await open();
    await expect(avatar().locator('img')).toHaveAttribute('src', `${server.url}/icon.svg`);
    await testUser.client
      .from('profiles')
      .update({ avatar_url: `${server.url}/storage/v1/object/public/none.webp` })
      .eq('id', testUser.id)
      .throwOnError();
    await page.reload();
    await expect(avatar()).toHaveText('R');
  });

  test('[U1] with a picture on another site does not request it', async () => {
    const hosts: string[] = [];
    page.on('request', (request) => hosts.push(new URL(request.url()).host));
    const avatar_url = 'https://tracker.example/ruth.png';
    await insertProfile({ username: 'ruth', avatar_url });
    await open();
    await expect(avatar()).toHaveText('R');
    await page.getByRole('button', { name: 'Edit Profile' }).click();
    await expect(page.getByLabel('Avatar URL')).toHaveValue(avatar_url);
    expect(hosts.filter((host) => host !== new URL(server.url).host)).toEqual([]);
  });
});

describe('Edit Profile', () => {
  const dialog = () => page.getByRole('dialog', { name: 'Edit Profile' });
  const name = () => dialog().getByLabel('Username');
  const picture = () => dialog().getByLabel('Avatar URL');
  const save = () => dialog().getByRole('button', { name: 'Save Changes' });

  beforeEach(async () => {
    await insertProfile({ username: 'ruth' });
    await open();
    await page.getByRole('button', { name: 'Edit Profile' }).click();
  });

  test('[U2] begins with the saved values, and shows errors at their fields', async () => {
    await expect(name()).toHaveValue('ruth');
    await name().fill('r');
    await picture().fill('not an address');
    await save().click();
    const beside = (words: string) => dialog().getByText(words, { exact: true });
    await expect(beside('Username must be at least 2 characters')).toBeVisible();
    await expect(beside('Must be a valid URL')).toBeVisible();
    await expect(name()).toHaveAccessibleDescription('Username must be at least 2 characters');
    await expect(name()).toHaveAttribute('aria-invalid', 'true');
    expect(await findBarriers(page)).toEqual([]);
  });

  test('[U2] saves both, shows a message, and closes', async () => {
    await name().fill('naomi');
    await picture().fill(`${server.url}/icon.svg`);
    await save().click();
    await expect(toasts()).toHaveText('Profile updated successfully');
    await expect(dialog()).toBeHidden();
    await expect(page.getByText('naomi')).toBeVisible();
    await expect(avatar().locator('img')).toBeVisible();
    const { data } = await testUser.client.from('profiles').select('username').single();
    expect(data).toEqual({ username: 'naomi' });
  });

  test('[U2] copies a picture from another site to this one', async () => {
    await picture().fill(`${elsewhere.url}/me.png`);
    await save().click();
    await expect(dialog()).toBeHidden();
    await expect(avatar().locator('img')).toHaveAttribute('src', /\/public\/avatars\/me-.+\.png$/);
  });

  test('[U2] reports a failure and keeps the dialog with its input', async () => {
    expectErrors(page, /status of 500/);
    await page.route(PROFILES, (route) => route.fulfill({ status: 500, json: { message: 'no' } }));
    await name().fill('naomi');
    await save().click();
    await expect(toasts()).toHaveText('Failed to update profile');
    await expect(name()).toHaveValue('naomi');
    await expect(save()).toBeEnabled();
  });

  test('[U2] shows the server’s reason for a failure', async () => {
    expectErrors(page, /status of 429/);
    const message = 'Too many changes at once. Please wait a minute.';
    await page.route(PROFILES, (route) =>
      route.fulfill({ status: 429, json: { code: '54000', message } }),
    );
    await name().fill('naomi');
    await save().click();
    await expect(toasts()).toHaveText(`Failed to update profile ${message}`);
  });

  test('[U2][Q4] reports an ended session as a failure, and the page keeps working', async () => {
    await page.evaluate(() => localStorage.removeItem('cradlesong-auth'));
    await name().fill('naomi');
    await save().click();
    await expect(toasts()).toHaveText('Failed to update profile');
  });

  test('[U2] by keyboard: Enter saves, Escape closes and returns the focus', async () => {
    await page.keyboard.press('Escape');
    await expect(dialog()).toBeHidden();
    const opener = page.getByRole('button', { name: 'Edit Profile' });
    await expect(opener).toBeFocused();
    await opener.press('Enter');
    await name().fill('orpah');
    await page.keyboard.press('Enter');
    await expect(toasts()).toHaveText('Profile updated successfully');
  });
});

describe('the plan of a user', () => {
  const give = (plan: Record<string, unknown>) =>
    admin('/rest/v1/subscriptions', {
      method: 'POST',
      body: JSON.stringify({ user_id: testUser.id, plan_type: 'Premium', ...plan }),
    });
  const plan = () => card('Subscription');

  test('[U3] none: the free plan, and Upgrade to Premium', async () => {
    await open();
    await expect(plan()).toContainText(
      'You are currently on the free plan. Upgrade to access premium content.',
    );
    await plan().getByRole('link', { name: 'Upgrade to Premium' }).click();
    await expect(page).toHaveURL(`${server.url}/subscription`);
  });

  test('[U3] active: plan, badge, and Manage Subscription; without an end, nothing expires', async () => {
    await give({ status: 'active' });
    await open();
    await expect(plan()).toContainText('Premium');
    await expect(plan().getByText('active')).toHaveClass(/premium/);
    await expect(plan()).not.toContainText('Expires');
    await expect(plan().getByRole('link', { name: 'Manage Subscription' })).toHaveAttribute(
      'href',
      '/subscription',
    );
  });

  test('[U3] ended: a quiet badge, the date, and Renew Subscription', async () => {
    await give({ status: 'expired', end_date: '2026-02-03T00:00:00Z' });
    await open();
    await expect(plan().getByText('expired')).toHaveClass('badge');
    await expect(plan()).toContainText('Expires 3 February 2026');
    await plan().getByRole('link', { name: 'Renew Subscription' }).click();
    await expect(page).toHaveURL(`${server.url}/subscription`);
  });
});

test('at 1440 the two columns end near one another', async () => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open();
  await expect(card('Subscription')).toBeVisible();
  const [left = 0, right = 0] = await page
    .locator('.profile-stack')
    .evaluateAll((columns) => columns.map(({ clientHeight }) => clientHeight));
  expect(Math.min(left, right) / Math.max(left, right)).toBeGreaterThan(0.85);
});

test('[U4] Your Content links to the favourites', async () => {
  await open();
  await card('Your Content').getByRole('link', { name: 'My Favorites' }).click();
  await expect(page).toHaveURL(`${server.url}/favorites`);
});

describe('the settings of a user', () => {
  const toggle = (name: string) => card('Settings').getByRole('switch', { name });

  test('[U5] dark mode sets a class and is stored on the device, and its message stays two seconds', async () => {
    await page.clock.install({ time: '2026-11-21T03:00:00' });
    await open();
    const isDark = () => page.evaluate(() => document.documentElement.classList.contains('dark'));
    const kept = () => page.evaluate(() => localStorage.getItem('theme'));
    await expect(toggle('Dark Mode')).not.toBeChecked();
    await page.clock.pauseAt('2026-11-21T03:10:00');
    await toggle('Dark Mode').click();
    await untilToasterIsHere(page);
    await page.clock.runFor(50);
    await expect(toasts()).toHaveText('Dark mode activated');
    await expect.poll(async () => [await isDark(), await kept()]).toEqual([true, 'dark']);
    await page.clock.runFor(1_900);
    await expect(toasts()).toBeVisible();
    await page.clock.runFor(400);
    await expect(toasts()).toHaveCount(0);
    await page.clock.resume();
    await toggle('Dark Mode').press('Space');
    await expect(toasts()).toHaveText('Light mode activated');
    await expect.poll(async () => [await isDark(), await kept()]).toEqual([false, 'light']);
  });

  test('[U5] daily reminders are saved for the user, with their time', async () => {
    await open();
    const reminders = toggle('Notifications');
    await expect(reminders).toHaveAccessibleDescription('Receive daily reminders');
    await reminders.click();
    await expect(reminders).toBeChecked();
    await page.getByLabel('At', { exact: true }).fill('06:30');
    await expect
      .poll(
        async () => (await testUser.client.from('profiles').select('preferences').single()).data,
      )
      .toMatchObject({ preferences: { reminders: true, reminderTime: '06:30' } });
    await page.reload();
    await expect(toggle('Notifications')).toBeChecked();
    await expect(page.getByLabel('At', { exact: true })).toHaveValue('06:30');
  });

  test('[U5] Pause everything turns the reminders off without asking for confirmation', async () => {
    await insertProfile({ preferences: { reminders: true, reminderTime: '06:30', paused: false } });
    await open();
    await toggle('Pause everything').click();
    await expect(toggle('Notifications')).toBeDisabled();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByLabel('At', { exact: true })).toHaveCount(0);
  });

  test('[U5] a choice that is not saved is undone, with a message', async () => {
    await open();
    await expect(toggle('Notifications')).toBeEnabled();
    expectErrors(page, /status of 500/);
    await page.route(PROFILES, (route) => route.fulfill({ status: 500, json: { message: 'no' } }));
    await toggle('Notifications').click();
    await expect(toasts()).toHaveText('Your settings were not saved. Please try again.');
    await expect(toggle('Notifications')).not.toBeChecked();
  });
});

test('[U6] the help has questions that open, and a link to the support page', async () => {
  await open();
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
  await help.getByRole('link', { name: 'Contact Support' }).click();
  await expect(page).toHaveURL(`${server.url}/support`);
});

describe('a user’s devices', () => {
  const signInOn = async (userAgent: string) => {
    const answer = await fetch(`${server.url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'User-Agent': userAgent },
      body: JSON.stringify({ email: testUser.email, password: testUser.password }),
    });
    return (await answer.json()).access_token as string;
  };
  const statusOf = async (token: string) => {
    const headers = { Authorization: `Bearer ${token}` };
    return (await fetch(`${server.url}/auth/v1/user`, { headers })).status;
  };
  const devices = () => card('Where you’re signed in').getByRole('listitem');

  test('have the date of the user’s time zone', async () => {
    // A time zone whose date differs from the date in UTC.
    const timezoneId = new Date().getUTCHours() < 12 ? 'Etc/GMT+12' : 'Etc/GMT-12';
    page = await openPage(server.url, { storageState: testUser.storageState, timezoneId });
    await open();
    const today = new Date().toLocaleDateString('en-GB', {
      dateStyle: 'long',
      timeZone: timezoneId,
    });
    await expect(card('Where you’re signed in')).toContainText(`Signed in on ${today}`);
    await expect(card('Privacy')).toContainText(`You agreed to this on ${today}.`);
  });

  test('one is signed out, then all others, and the user stays signed in here', async () => {
    const phone = await signInOn('Mozilla/5.0 (iPhone; CPU iPhone OS 18_5) Safari/604.1');
    const laptop = await signInOn('Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0');
    const tablet = await signInOn('Mozilla/5.0 (iPad; CPU OS 18_5) CriOS/140.0 Safari/604.1');
    await open();
    await expect(devices()).toHaveCount(4);
    await expect(devices().first()).toContainText('This device');
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Sign out of Safari on iPhone' }).click();
    await expect(toasts()).toHaveText('Signed out of Safari on iPhone');
    await expect(devices()).toHaveCount(3);
    await expect(page.getByRole('heading', { name: 'Where you’re signed in' })).toBeFocused();
    expect(await statusOf(phone)).toBe(403);
    expect(await statusOf(laptop)).toBe(200);

    await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await expect(devices()).toHaveCount(1);
    await expect(page.getByRole('button', { name: 'Sign out everywhere else' })).toHaveCount(0);
    expect(await statusOf(laptop)).toBe(403);
    expect(await statusOf(tablet)).toBe(403);
    await page.reload();
    await expect(devices()).toHaveCount(1);
  });

  test('another one ends this session, and a message says so', async () => {
    const phone = await signInOn('Mozilla/5.0 (iPhone; CPU iPhone OS 18_5) Safari/604.1');
    await open();
    expectErrors(page, /40[13]/);
    await fetch(`${server.url}/auth/v1/logout?scope=others`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${phone}` },
    });
    await expect(toasts()).toHaveText('You were signed out. Please sign in again.');
    await expect(page.getByText('You’re not signed in')).toBeVisible();
  });
});

describe('Log Out', () => {
  test('[U7] ends the session, removes the user’s data from this device, and opens /login', async () => {
    await insertProfile({ username: 'ruth' });
    await open();
    await page.getByRole('button', { name: 'Log Out' }).click();
    await expect(page).toHaveURL(`${server.url}/login`);
    expect(await page.evaluate(() => localStorage.getItem('cradlesong-auth'))).toBeNull();
    await page.goto('/profile');
    await expect(page.getByText('You’re not signed in')).toBeVisible();
    await expect(page.getByText('ruth')).toHaveCount(0);
  });

  test('[U7] aborts pending requests, so that none is refused', async () => {
    await insertProfile({ username: 'ruth' });
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
    await page.getByRole('button', { name: 'Log Out' }).click();
    await revoked;
    held.resolve();
    await aborted;
    await expect(page).toHaveURL(`${server.url}/login`);
    await page.unrouteAll();
  });

  test('[U7] works without a connection: no one stays signed in because the network is down', async () => {
    expectErrors(page, /ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
    // The toaster is prefetched after the pages, /login among them.
    const toasterFetched = page.waitForResponse(/\/toaster-[^/]*\.js$/);
    await open();
    await toasterFetched;
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Log Out' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome Back!');
    expect(await page.evaluate(() => localStorage.getItem('cradlesong-auth'))).toBeNull();
  });
});
