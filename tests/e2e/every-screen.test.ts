import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { beforeAll, describe, test } from 'vitest';
import { DEFAULT_BRAND } from '#contract/constants/pages/brand.ts';
import { documentTitle, findRoute, NOT_FOUND, ROUTES } from '#contract/constants/pages/routes.ts';
import { beforeFile, expectErrors, openPage, serverOfFile } from '#tests/support/browsers/e2e.ts';
import { signInAsAdmin } from '#tests/support/servers/server-process.ts';
import { signUpTestUser, type TestUser } from '#tests/support/test-user.ts';
import { openAdminTab } from './pages/admin.page.ts';
import { findBarriers } from './pages/barriers.ts';
import { findForeignStyles } from './pages/foreign-styles.ts';
import { goWithin } from './pages/go-within.ts';
import { homePage } from './pages/home.page.ts';
import {
  emulateNotch,
  findClippedOrCovered,
  findSmallTargets,
  findUnderNotch,
} from './pages/layout-faults.ts';
import { listening } from './pages/listening.page.ts';
import { doubleTextSize, findCutTexts, widthBeyondWindow } from './pages/text-size.ts';
import { TOAST } from './pages/toast.ts';

const PATHS = ROUTES.map(({ path }) => path.replace(':trackId', '1').replace(':tab', 'users'));
const PERSONAL_PATHS = ['/home', '/favorites', '/profile', '/notifications', '/support'];
const PHONE = { viewport: { width: 390, height: 844 } };
/** Text pages, which share a layout: all are checked on a phone, only the first on a laptop. */
const TEXT_PAGES = ['/terms', '/cookies', '/accessibility', '/account-deletion-confirmation'];
const WINDOWS = [
  { name: 'a phone', ...PHONE, paths: PATHS },
  {
    name: 'a laptop',
    viewport: { width: 1440, height: 900 },
    paths: PATHS.filter((path) => !TEXT_PAGES.includes(path)),
  },
];

const server = serverOfFile();
let testUser: TestUser;
beforeFile(async () => {
  testUser = await signUpTestUser(server);
  await insertUserData();
});

/** One row of every kind, with long texts. */
async function insertUserData() {
  const { client, id } = testUser;
  const username = 'Bartholomea-Wilhelmina Featherstonehaugh';
  await client.from('profiles').insert({ id, username }).throwOnError();
  await client.from('favorites').insert({ user_id: id, content_id: 3 }).throwOnError();
  const ticket = { user_id: id, subject: 'Sound stops', message: 'At night.', status: 'open' };
  await client.from('support_tickets').insert(ticket).throwOnError();
  const admin = await signInAsAdmin(server);
  const plan = { user_id: id, plan_type: 'premium', status: 'expired', end_date: '2026-02-03' };
  const notice = { title: 'A new psalm', body: 'It is in your list.' };
  await admin('/rest/v1/subscriptions', { method: 'POST', body: JSON.stringify(plan) });
  await admin('/rest/v1/notifications', { method: 'POST', body: JSON.stringify(notice) });
}

async function openAndSettle(page: Page, path: string) {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

async function findCutOff(page: Page): Promise<string[]> {
  const beyond = await widthBeyondWindow(page);
  return [...(beyond > 0 ? [`${beyond} px too wide`] : []), ...(await findClippedOrCovered(page))];
}

/** Texts in the now-playing bar that are truncated or overflow it. */
const findClippedInBar = (page: Page) =>
  page.locator('.now-playing').evaluateAll((bars) =>
    bars.flatMap((bar) => {
      const { top, bottom } = bar.getBoundingClientRect();
      return [...bar.querySelectorAll('b, small')]
        .filter((text) => {
          const box = text.getBoundingClientRect();
          return text.scrollWidth > text.clientWidth || box.top < top || box.bottom > bottom;
        })
        .map((text) => `bar: ${text.textContent}`);
    }),
  );

/** Animations that run despite reduced motion; only skeletons may pulse. */
const findMotion = (page: Page) =>
  page.evaluate(() =>
    document
      .getAnimations()
      .map(({ effect }) => (effect instanceof KeyframeEffect ? effect.target : null))
      .filter((target) => !target?.matches('.skeleton'))
      .map((target) => target?.className ?? ''),
  );

describe.each(WINDOWS)('on $name', ({ viewport, paths }) => {
  let page: Page;
  beforeAll(async () => {
    page = await openPage(server.url, { viewport });
  });

  test.each(paths)(
    '[R1] %s opens by its address, fits, has no animation, is accessible, and is not restyled by other pages',
    async (path) => {
      await openAndSettle(page, path);
      // The page title starts with the playing track.
      expect(await page.title()).toContain(
        documentTitle(findRoute(path) ?? NOT_FOUND, DEFAULT_BRAND.name),
      );
      expect(await widthBeyondWindow(page)).toBe(0);
      await expect.poll(() => findMotion(page)).toEqual([]);
      expect(await findBarriers(page)).toEqual([]);
      expect(await findSmallTargets(page)).toEqual([]);
      expect(await findForeignStyles(page)).toEqual([]);
    },
  );

  test('[R1] an unknown address is reported as such and has links back', async () => {
    expectErrors(page, /status of 404/);
    await page.goto('/no-such-page');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('main').getByRole('link').first()).toBeVisible();
    expect(await findBarriers(page)).toEqual([]);
  });

  describe('with a user’s data', () => {
    let userPage: Page;
    beforeAll(async () => {
      userPage = await openPage(server.url, { viewport, storageState: testUser.storageState });
    });

    test.each(PERSONAL_PATHS)(
      '%s fits, is accessible and not restyled by other pages, and at twice the text size no word is cut off',
      async (path) => {
        await openAndSettle(userPage, path);
        expect(await widthBeyondWindow(userPage)).toBe(0);
        expect(await findBarriers(userPage)).toEqual([]);
        expect(await findSmallTargets(userPage)).toEqual([]);
        expect(await findForeignStyles(userPage)).toEqual([]);
        await doubleTextSize(userPage);
        expect(await widthBeyondWindow(userPage)).toBe(0);
        expect(await findCutTexts(userPage)).toEqual([]);
      },
    );
  });
});

test('short pages fit a laptop without scrolling', async () => {
  const page = await openPage(server.url, { viewport: { width: 1440, height: 900 } });
  for (const path of ['/login', '/labour', '/favorites', '/kiosk']) {
    await openAndSettle(page, path);
    // Waits for the live region, which loads last.
    await page.locator('#said').waitFor({ state: 'attached' });
    const beyond = await page.evaluate(() => {
      const { scrollHeight, clientHeight } = document.documentElement;
      return scrollHeight - clientHeight;
    });
    expect(beyond, path).toBe(0);
  }
});

test.each([
  { name: 'a tablet', width: 768 },
  { name: 'a tablet in landscape', width: 1024 },
  { name: 'a laptop', width: 1440 },
])('at twice the text size every screen fits $name', async ({ width }) => {
  const page = await openPage(server.url, { viewport: { width, height: 900 } });
  await openAndSettle(page, '/home');
  await doubleTextSize(page);
  const tooWide: Record<string, number> = {};
  for (const path of PATHS) {
    await goWithin(page, path);
    const beyond = await widthBeyondWindow(page);
    if (beyond > 0) tooWide[path] = beyond;
  }
  expect(tooWide).toEqual({});
});

describe('at twice the text size, on a phone during playback', () => {
  test('every screen fits, no word is cut off, also in the bar, and nothing covers a button', async () => {
    const page = await openPage(server.url, PHONE);
    await homePage(page).open();
    await listening(page).start(homePage(page).card('Evening Scripture Meditation').play);
    await doubleTextSize(page);
    const broken: Record<string, unknown> = {};
    for (const path of [...PATHS, '/player/3']) {
      await goWithin(page, path);
      const beyond = await widthBeyondWindow(page);
      const cut = [
        ...(await findCutTexts(page)),
        ...(await findClippedInBar(page)),
        ...(await findClippedOrCovered(page)),
      ];
      if (beyond > 0 || cut.length > 0) broken[path] = { beyond, cut };
    }
    expect(broken).toEqual({});
  });

  test('a dialog can be scrolled to its end', async () => {
    const page = await openPage(server.url, { ...PHONE, storageState: testUser.storageState });
    await openAndSettle(page, '/profile');
    await doubleTextSize(page);
    await page.getByRole('button', { name: 'Edit Profile' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    expect(await widthBeyondWindow(page)).toBe(0);
    expect(await findCutTexts(page)).toEqual([]);
    await dialog.getByRole('button').last().scrollIntoViewIfNeeded();
    await expect(dialog.getByRole('button').last()).toBeInViewport({ ratio: 1 });
    await dialog.getByRole('button', { name: 'Close' }).scrollIntoViewIfNeeded();
    await expect(dialog.getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 });
  });
});

describe.each(WINDOWS)('the admin area on $name', ({ viewport }) => {
  test('[D2] every part of every tab is accessible, not restyled by other pages, and complete, also at twice the text size', {
    // Scans nearly twenty complete pages.
    timeout: 240_000,
  }, async () => {
    const page = await openAdminTab(server.url, 'Dashboard', viewport);
    // It would cover the tabs.
    await page.locator(TOAST).getByRole('button').click();
    // A toast that is closing still covers what is below it.
    await expect(page.locator('.toast')).toHaveCount(0);
    const tabs = page.getByRole('navigation', { name: 'Admin' }).getByRole('link');
    const parts = page.getByRole('navigation', { name: /^Parts of / }).getByRole('link');
    const broken: Record<string, unknown> = {};
    const checked = new Set<string>();
    const check = async () => {
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      const { pathname, search } = new URL(page.url());
      checked.add(pathname + search);
      const found = [
        ...(await findCutOff(page)),
        ...(await findForeignStyles(page)),
        ...(await findBarriers(page)),
      ];
      // The scan for barriers ends in the dark theme.
      await page.emulateMedia({ colorScheme: 'light' });
      await doubleTextSize(page);
      found.push(...(await findCutOff(page)), ...(await findCutTexts(page)));
      await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
      if (found.length > 0) broken[pathname + search] = found;
    };
    for (const tab of await tabs.all()) {
      await tab.press('Enter');
      await expect(tab).toHaveAttribute('aria-current', 'page');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        (await tab.innerText()).trim(),
      );
      await check();
      const count = await parts.count();
      for (let at = 1; at < count; at += 1) {
        await parts.nth(at).press('Enter');
        await expect(parts.nth(at)).toHaveAttribute('aria-current', 'page');
        await check();
      }
    }
    expect(broken).toEqual({});
    expect(checked.size).toBeGreaterThan(16);
  });
});

describe('on a phone with a notch, in landscape', () => {
  const SIDEWAYS = { viewport: { width: 844, height: 390 } };

  test('no text and no control is under the notch on any screen during playback', async () => {
    const page = await openPage(server.url, SIDEWAYS);
    await emulateNotch(page);
    await homePage(page).open();
    await homePage(page).card('Evening Scripture Meditation').play.click();
    await listening(page).hasMovedPast(0.1);
    const under: Record<string, string[]> = {};
    for (const path of PATHS) {
      await goWithin(page, path);
      const found = await findUnderNotch(page);
      if (found.length > 0) under[path] = found;
    }
    expect(under).toEqual({});
  });

  test('no message over the player is under the notch', async () => {
    const page = await openPage(server.url, SIDEWAYS);
    await emulateNotch(page);
    await page.goto('/player/3');
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Favorite: / })
      .click();
    await expect(page.locator(TOAST)).toBeVisible();
    expect(await findUnderNotch(page)).toEqual([]);
  });
});
