import type { BrowserContextOptions, Page } from 'playwright';
import { expect } from 'playwright/test';
import { describe, expect as expectValue, test } from 'vitest';
import { ROUTES } from '#contract/constants/pages/routes.ts';
import { beforeFile, openPage, serverOfFile } from '#tests/support/browsers/e2e.ts';
import { signUpTestUser, type TestUser } from '#tests/support/test-user.ts';
import { openAdminTab } from './pages/admin.page.ts';
import { atHour } from './pages/at-hour.ts';
import { navigate } from './pages/go-within.ts';
import { hold } from './pages/hold.ts';
import { nextFrames, readShifts, watchShifts } from './pages/layout-shifts.ts';
import { TOAST } from './pages/toast.ts';

const MAX_SHIFT = 0.005;
const PATHS = ROUTES.map(({ path }) => path.replace(':trackId', '3')).filter(
  (path) => !path.startsWith('/admin') || path === '/admin-preview',
);
const TABS = ['/users', '/content', '/subscriptions', '/notifications', '/settings', ''];
const MAIN_PATHS = ['/', '/home', '/tracks', '/player/3', '/login', '/support', '/subscription'];
const WINDOWS = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
] as const;

const server = serverOfFile();
let testUser: TestUser;
beforeFile(async () => {
  testUser = await signUpTestUser(server);
  const { client, id } = testUser;
  await client.from('profiles').insert({ id, username: 'Ruth' }).throwOnError();
  await client.from('favorites').insert({ user_id: id, content_id: 3 }).throwOnError();
  const ticket = { user_id: id, subject: 'Sound stops', message: 'At night.', status: 'open' };
  await client.from('support_tickets').insert(ticket).throwOnError();
});

async function settle(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await page.evaluate(nextFrames);
}

async function expectNoShift(path: string, options: BrowserContextOptions): Promise<void> {
  const page = await openPage(server.url, options);
  await page.addInitScript(watchShifts);
  const releaseData = await hold(page, /\/(rest|auth)\/v1\//);
  const releaseFonts = await hold(page, '**/*.woff2');
  await page.goto(path, { waitUntil: 'commit' });
  await page.locator('main').first().waitFor();
  await page.evaluate(nextFrames);
  releaseData();
  await settle(page);
  releaseFonts();
  await page.evaluate(() => document.fonts.ready);
  const { sum, moved } = await readShifts(page);
  expectValue(sum, `${path}: ${moved.join(', ')}`).toBeLessThanOrEqual(MAX_SHIFT);
  await page.context().close();
}

/** Text pages, which share the layout of `/privacy`. */
const TEXT_PAGES = ['/terms', '/cookies', '/accessibility'];
/** Screens with user data; all others are the same for an anonymous user. */
const PERSONAL = /^\/(home|tracks|player|favorites|profile|notifications|support|subscription)/;
const USERS = {
  390: [
    ['a guest', PATHS],
    ['a user', PATHS.filter((path) => PERSONAL.test(path))],
  ],
  1440: [['a user', PATHS.filter((path) => !TEXT_PAGES.includes(path))]],
} as const;

describe.each(WINDOWS)('at $width x $height', (viewport) => {
  describe.each(USERS[viewport.width])('for %s', (who, paths) => {
    test.each(paths)('%s: neither late data nor a late font shifts anything', async (path) => {
      const storage = who === 'a user' ? { storageState: testUser.storageState } : {};
      await expectNoShift(path, { viewport, ...storage, ...atHour(12) });
    });
  });

  test('the admin area: no tab and no part shifts while its data loads', async () => {
    const page = await openAdminTab(server.url, 'Dashboard', viewport);
    await settle(page);
    // The welcome message closes automatically; the save bar would replace it.
    await expect(page.locator(TOAST)).toHaveCount(0);
    const go = async (path: string) => {
      await page.unrouteAll();
      const releaseData = await hold(page, /\/(rest|auth)\/v1\//);
      await navigate(page, path);
      await page.evaluate(nextFrames);
      releaseData();
      await settle(page);
    };
    await page.evaluate(watchShifts);
    const tooMuch: Record<string, unknown> = {};
    const note = async (path: string) => {
      const found = await readShifts(page);
      if (found.sum > MAX_SHIFT) tooMuch[path] = found;
    };
    for (const tab of TABS) {
      await go(`/admin${tab}`);
      await note(tab);
      const links = page.getByRole('navigation', { name: /^Parts of / }).getByRole('link');
      const parts = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
      for (const part of parts.filter((each) => each !== null)) {
        await go(part);
        await note(part);
      }
    }
    expectValue(tooMuch).toEqual({});
  }, 60_000);
});

/** /login redirects a user to /home, where "Tonight" appears with the loaded data. */
test.each(WINDOWS)('at $width x $height nothing shifts at night either', async (viewport) => {
  const { storageState } = testUser;
  for (const path of ['/home', '/login']) {
    await expectNoShift(path, { viewport, storageState, ...atHour(22) });
  }
});

/** Widths at which some text wraps in only one of the two fonts. */
test.each([
  { width: 360, height: 640 },
  { width: 412, height: 823 },
  { width: 844, height: 390 },
])(
  'at $width x $height a late font shifts nothing either, by day and at night',
  async (viewport) => {
    for (const path of MAIN_PATHS) await expectNoShift(path, { viewport, ...atHour(12) });
    await expectNoShift('/home', { viewport, ...atHour(22) });
  },
);
