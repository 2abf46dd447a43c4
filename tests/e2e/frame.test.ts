import type { Page } from 'playwright';
import { describe, test } from 'vitest';
import { DEFAULT_BRAND } from '#contract/constants/pages/brand.ts';
import { expectErrors, openPage, sharedServer as server } from '#tests/support/browsers/e2e.ts';
import { expect } from '#tests/support/browsers/expect.ts';
import { waitForHydration } from '#tests/support/browsers/hydration.ts';
import { signUpTestUser } from '#tests/support/test-user.ts';
import { authPage } from './pages/auth.page.ts';
import { homePage } from './pages/home.page.ts';
import { listening } from './pages/listening.page.ts';
import { TOAST, untilToasterIsHere } from './pages/toast.ts';

const WIDE = { viewport: { width: 1280, height: 800 } };
const LOADED_AT = Date.parse('2026-03-01T03:00:00Z');
const PHONE = { viewport: { width: 390, height: 844 } };

async function open(options: typeof WIDE, path = '/') {
  const page = await openPage(server.url, options);
  await page.clock.install({ time: LOADED_AT });
  await page.goto(path);
  await waitForHydration(page);
  // From here on only the test advances the clock.
  await page.clock.pauseAt(LOADED_AT + 60_000);
  return page;
}

describe('the header', () => {
  test('[H1][H2] stays at the top, has a link home, and is opaque past 50 px; Why Us opens after 200 ms of hovering, closes 150 ms after the pointer has left, and works by keyboard', async () => {
    const page = await open(WIDE);
    const header = page.getByRole('banner');
    await page.mouse.wheel(0, 50);
    await expect(header).not.toHaveClass(/scrolled/);
    await page.mouse.wheel(0, 5);
    await expect(header).toHaveClass(/scrolled/);
    expect((await header.boundingBox())?.y).toBe(0);
    await expect(header.getByRole('link', { name: DEFAULT_BRAND.name })).toHaveAttribute(
      'href',
      '/',
    );

    const trigger = page.getByRole('button', { name: 'Why Us' });
    const links = page.locator('.nav-dropdown').getByRole('link');
    const expectOpen = (isOpen: boolean) =>
      expect(trigger).toHaveAttribute('aria-expanded', `${isOpen}`);
    await trigger.hover();
    await page.clock.runFor(199);
    await expectOpen(false);
    await page.clock.runFor(1);
    await expectOpen(true);
    await expect(links).toHaveText([
      'Faith-Centered Approach',
      'Testimonials',
      'Meet the Creator',
      'How It Works',
    ]);
    await page.mouse.move(20, 600);
    await page.clock.runFor(149);
    await expectOpen(true);
    await page.clock.runFor(1);
    await expectOpen(false);
    await page.clock.runFor(299);
    await trigger.hover();
    // Within 300 ms of closing, the menu opens again without a delay.
    await expectOpen(true);
    await page.mouse.move(20, 600);
    await page.clock.runFor(150);
    await expectOpen(false);

    await trigger.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
    await expect(links.first()).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(links.nth(1)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(trigger).toBeFocused();
    await expectOpen(false);
  });

  test('[H3] on a phone a menu slides in, and closes by Escape, on navigation, and when the window becomes wide, 100 ms after the last resize', async () => {
    const page = await open(PHONE);
    const opener = page.getByRole('button', { name: 'Menu', exact: true });
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await opener.click();
    await expect(menu.getByRole('link')).toHaveText([
      'Features',
      'Why Us',
      'Testimonials',
      'How It Works',
      'Meet the Creator',
      'FAQ',
      'Contact',
      'Get Started',
      'Sign in',
    ]);
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await opener.click();
    await menu.getByRole('link', { name: 'Contact' }).click();
    await expect(page).toHaveURL(/\/contact$/);
    await expect(menu).toBeHidden();

    await opener.click();
    await expect(menu).toBeVisible();
    for (const width of [900, 1000]) {
      const resized = page.evaluate(
        () => new Promise((done) => addEventListener('resize', () => done(null), { once: true })),
      );
      await page.setViewportSize({ width, height: 800 });
      await resized;
      await page.clock.runFor(99);
      await expect(menu).toBeVisible();
    }
    await page.clock.runFor(1);
    await expect(menu).toBeHidden();
  });
});

test('[H4][R2] a section of the landing page opens from another page and by its address, and the contents of a legal text link to its parts', async () => {
  const page = await openPage(server.url, WIDE);
  await page.goto('/contact');
  await waitForHydration(page);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'FAQ' }).click();
  await expect(page).toHaveURL(/\/#faq$/);
  await expect(page.getByRole('heading', { name: 'Questions mothers ask' })).toBeInViewport();

  await page.setViewportSize(PHONE.viewport);
  await page.goto('/contact');
  await page.goto('/#meet-creator');
  const section = page.locator('#meet-creator');
  await expect(section).toBeInViewport();
  // Right below the header.
  await expect
    .poll(() => section.evaluate((element) => element.getBoundingClientRect().top))
    .toBeLessThan(150);

  await page.goto('/privacy');
  const last = page.getByRole('navigation', { name: 'On this page' }).getByRole('link').last();
  const target = await last.getAttribute('href');
  await last.click();
  await expect(page).toHaveURL(`${server.url}/privacy${target}`);
  await expect(page.locator(`${target} h2`)).toBeInViewport();
});

test('[H5][R2] the footer links to every required page, and an opened page begins at its top', async () => {
  const page = await openPage(server.url, WIDE);
  await page.goto('/');
  await waitForHydration(page);
  const links = page.getByRole('contentinfo').getByRole('navigation').getByRole('link');
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
    '/splash',
    '/get-started',
    '/contact',
    '/support',
    '/privacy',
    '/terms',
    '/cookies',
    '/accessibility',
    '/account-deletion',
    // The owner has not set the addresses of the networks yet.
    ...Array.from({ length: 5 }, () => '/socials'),
  ]);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click();
  await expect(page).toHaveURL(/\/privacy$/);
  await expect(page).toHaveTitle(`Privacy Policy · ${DEFAULT_BRAND.name}`);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

test('[H6] on a phone the tab bar marks the open page; from 768 px the header replaces it', async () => {
  const page = await openPage(server.url, PHONE);
  const tabs = page.getByRole('navigation', { name: 'Tabs' });
  for (const [path, current] of [
    ['/support', 0],
    ['/tracks', 1],
    ['/socials', 1],
    ['/home', 1],
  ] as const) {
    await page.goto(path);
    await expect(tabs.getByRole('link'), path).toHaveText(['Home', 'Tracks', 'Connect', 'Profile']);
    await expect(tabs.locator('[aria-current="page"]'), path).toHaveCount(current);
  }
  await tabs.getByRole('link', { name: 'Connect' }).click();
  await expect(page).toHaveURL(/\/socials$/);
  await expect(tabs.getByRole('link', { name: 'Connect' })).toHaveAttribute('aria-current', 'page');
  await expect(tabs.getByRole('link', { name: 'Connect' })).toHaveCSS('font-weight', '700');
  await page.setViewportSize({ width: 768, height: 900 });
  await expect(tabs).toBeHidden();
  await expect(page.getByRole('navigation', { name: 'App' })).toBeVisible();
});

test('[M11] the header of every page shows from its first paint whether the user is signed in, and changes at a sign-in and when the session was deleted', async () => {
  // The landing page, a screen that is not rendered by the server, and the application.
  const paths = ['/', '/account-deletion', '/home'];
  const linksOf = (page: Page) => ({
    signIn: page.getByRole('banner').getByRole('link', { name: 'Sign in' }),
    profile: page.getByRole('banner').getByRole('link', { name: /^(Your p|P)rofile/ }),
  });
  const guest = await openPage(server.url, WIDE);
  for (const path of paths) {
    await guest.goto(path);
    await expect(linksOf(guest).signIn, path).toBeVisible();
    await expect(linksOf(guest).profile, path).toBeHidden();
  }
  const testUser = await signUpTestUser(server);
  expectErrors(guest, /status of 406/);
  await authPage(guest).signIn(testUser);
  await guest.waitForURL('/home');
  await expect(linksOf(guest).profile).toBeVisible();
  await expect(linksOf(guest).signIn).toBeHidden();

  const { storageState } = testUser;
  const page = await openPage(server.url, { ...WIDE, storageState });
  const { signIn, profile } = linksOf(page);
  for (const path of paths) {
    // At `commit` no script of the page has run yet.
    await page.goto(path, { waitUntil: 'commit' });
    await expect(profile, path).toBeVisible();
    await expect(signIn, path).toBeHidden();
  }
  expectErrors(page, /status of 40[13]/);
  await expect(page.getByRole('link', { name: 'Notifications' })).toBeVisible();
  await waitForHydration(page);
  await page.evaluate(() => localStorage.clear());
  // Without the stored session, the next request signs the user out.
  await page
    .getByRole('button', { name: /^Favorite: / })
    .first()
    .click();
  await expect(signIn).toBeVisible();
  await page.goto('/terms');
  await expect(signIn).toBeVisible();
});

test('[H7][U5] messages are shown one at a time, for two seconds, or for five after a failure; the pointer over a message keeps it, and dismissing it returns the focus', async () => {
  const page = await open(WIDE, '/home');
  const toasts = page.locator(TOAST).filter({ visible: true });
  const toggle = page.getByRole('button', { name: 'Dark mode' });
  await toggle.click();
  await untilToasterIsHere(page);
  await page.clock.runFor(100);
  await expect(toasts).toHaveText(['Dark mode activated']);
  await expect(page.locator('html')).toHaveClass(/dark/);
  await toggle.click();
  await page.clock.runFor(1_000);
  await expect(toasts).toHaveText(['Light mode activated']);
  await page.clock.runFor(900);
  await expect(toasts).toHaveCount(1);
  await page.clock.runFor(200);
  await page.clock.runFor(400);
  await expect(toasts).toHaveCount(0);

  await page
    .getByRole('button', { name: /^Favorite: / })
    .first()
    .click();
  await page.clock.runFor(50);
  await page.clock.runFor(4_800);
  await expect(toasts).toHaveText(['Please login to add favorites']);
  await page.clock.runFor(400);
  await expect(toasts).toHaveCount(0);

  await toggle.click();
  await page.clock.runFor(500);
  await toasts.hover();
  await page.clock.runFor(10_000);
  await expect(toasts).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).press('Enter');
  await page.clock.runFor(5_000);
  await expect(toasts).toHaveCount(0);
  await expect(toggle).toBeFocused();
});

test('[U5] the dark theme follows the system until the user chooses a theme, which is stored on the device and applied before the first paint', async () => {
  const page = await openPage(server.url, { ...WIDE, colorScheme: 'dark' });
  const root = page.locator('html');
  await page.goto('/');
  await waitForHydration(page);
  await expect(root).toHaveClass(/dark/);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(root).not.toHaveClass(/dark/);
  await page.getByRole('button', { name: 'Dark mode' }).click();
  await expect(root).toHaveClass(/dark/);
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark');
  await page.goto('/contact', { waitUntil: 'commit' });
  await page.waitForSelector('body');
  await expect(root).toHaveClass(/dark/);
});

describe('a chunk that fails to load', () => {
  const chunkErrors = [/ERR_FAILED/, /dynamically imported module/, /did not load/];

  test('leaves a public page readable and its links working', async () => {
    const page = await openPage(server.url, WIDE);
    expectErrors(page, ...chunkErrors);
    await page.route(/contact-page.*\.js$/, (route) => route.abort());
    await page.goto('/');
    await waitForHydration(page);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Contact' })).toBeVisible();
    await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy Policy');
  });

  test('is reported in the application without a reload while sound plays, and Try again opens the styled screen once the chunk can be loaded', async () => {
    const page = await openPage(server.url, PHONE);
    expectErrors(page, ...chunkErrors);
    const parts = /socials-page.*\.(?:js|css)$/;
    const sound = listening(page);
    await page.route(parts, (route) => route.abort());
    await page.goto('/home');
    await sound.start(homePage(page).card('Pregnancy Psalms').play);
    await page
      .getByRole('navigation', { name: 'Tabs' })
      .getByRole('link', { name: 'Connect' })
      .click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong');
    await expect(page.getByRole('navigation', { name: 'Tabs' })).toBeVisible();
    // The page has retried meanwhile.
    await sound.hasMovedPast((await sound.second()) + 4);
    await page.unroute(parts);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Connect With Us');
    // Includes the style sheet, which Vite requests only once.
    const sheets = () => page.evaluate(() => [...document.styleSheets].map(({ href }) => href));
    await expect.poll(sheets).toContainEqual(expect.stringContaining('socials-page'));
  });
});
