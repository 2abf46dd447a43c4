import type { Page } from 'playwright';
import { describe, test } from 'vitest';
import { DEFAULT_BRAND } from '#contract/constants/pages/brand.ts';
import { documentTitle, findRoute, NOT_FOUND, ROUTES } from '#contract/constants/pages/routes.ts';
import { beforeFile, expectErrors, openPage, serverOfFile } from '#tests/support/browsers/e2e.ts';
import { expect } from '#tests/support/browsers/expect.ts';
import { holdRequests } from '#tests/support/browsers/hold-requests.ts';
import { contrast, readPixels } from '#tests/support/browsers/screenshot-pixels.ts';
import { signUpTestUser, type TestUser } from '#tests/support/test-user.ts';
import { findViolations } from './pages/accessibility.ts';
import { openAdminTab } from './pages/admin.page.ts';
import { asAdminOf } from './pages/as-admin.ts';
import { findForeignStyles } from './pages/foreign-styles.ts';
import { goWithin, navigate } from './pages/go-within.ts';
import { findClippedOrCovered, findSmallTargets } from './pages/layout-faults.ts';
import { MAX_SHIFT, nextFrames, readShifts, watchShifts } from './pages/layout-shifts.ts';
import { findIllegibleText, findTextOnStars } from './pages/text-on-pictures.ts';
import {
  doubleTextSize,
  findCutTexts,
  resetTextSize,
  widthBeyondWindow,
} from './pages/text-size.ts';
import { TOAST } from './pages/toast.ts';

const NOWHERE = '/no-such-page';
/** A guest sees the same sign-in on every tab of the admin area. */
const PATHS = ROUTES.map(({ path }) => path.replace(':trackId', '3')).filter(
  (path) => path !== '/admin/:tab',
);
/** Text pages, which share the layout of `/privacy`. */
const SAME_LAYOUT = ['/terms', '/cookies', '/accessibility'];
const PERSONAL_PATHS = ['/favorites', '/profile', '/notifications', '/support'];
/** Pages that show other elements on a laptop than on a phone. */
const OTHER_ON_LAPTOP = ['/', '/home', '/player/3', '/support'];
/** Pages that fit a laptop without scrolling. */
const SHORT_PATHS = ['/login', '/labour', '/favorites', '/kiosk'];
const LISTENING = /^\/(home|tracks|favorites|labour|player\/)/;
const PHONE = { width: 390, height: 844 };
const LAPTOP = { width: 1440, height: 900 };
const SIDEWAYS = { width: 844, height: 390 };
const WINDOWS = [
  { name: 'a phone', viewport: PHONE },
  { name: 'a laptop', viewport: LAPTOP },
];
/** Maximum average relative luminance in dark mode, so that the screen does not light the room. */
const MAX_LUMINANCE = 0.08;
/** The stricter limit of screens used for listening at night. */
const MAX_NIGHT_LUMINANCE = 0.05;

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
  const plan = { user_id: id, plan_type: 'premium', status: 'expired', end_date: '2026-02-03' };
  await asAdminOf(server).insert('subscriptions', plan);
  const notice = { title: 'A new psalm', body: 'It is in your list.' };
  await asAdminOf(server).insert('notifications', notice);
}

/** Opens a page on a phone in the light theme, and waits for its data. */
async function openAndSettle(page: Page, path: string) {
  await page.setViewportSize(PHONE);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  // `/thank-you` redirects unless the pointer is over it.
  await page.mouse.move(2, 200);
}

async function resize(page: Page, viewport: typeof PHONE) {
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.evaluate(nextFrames);
}

/** Waits until all visible pictures are loaded. */
async function settlePictures(page: Page) {
  await page.waitForFunction(() =>
    [...document.images].every(({ complete, loading }) => complete || loading === 'lazy'),
  );
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.all([...document.images].map((image) => image.complete && image.decode()));
  });
}

async function findCutOff(page: Page): Promise<string[]> {
  const beyond = await widthBeyondWindow(page);
  return [...(beyond > 0 ? [`${beyond} px too wide`] : []), ...(await findClippedOrCovered(page))];
}

/** Animations that run despite reduced motion; only skeletons may pulse. */
const findMotion = (page: Page) =>
  page.evaluate(() =>
    document
      .getAnimations()
      .map(({ effect }) => (effect instanceof KeyframeEffect ? effect.target : null))
      .filter((target) => !target?.matches('.skeleton'))
      .map((target) => target?.className ?? ''),
  );

/** Checks the open page in this window. */
async function expectNoFault(page: Page) {
  expect(await widthBeyondWindow(page)).toBe(0);
  await expect.poll(() => findMotion(page)).toEqual([]);
  expect(await findSmallTargets(page)).toEqual([]);
}

/** Checks the open page in both themes; ends in the dark one. */
async function expectGoodLooks(page: Page, path: string) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(
      page.locator(`html${colorScheme === 'dark' ? '.dark' : ':not(.dark)'}`),
    ).toBeAttached();
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
    await settlePictures(page);
    expect(await findIllegibleText(page)).toEqual([]);
  }
  expect(await findTextOnStars(page)).toEqual([]);
  expect((await readPixels(page)).luminance).toBeLessThanOrEqual(
    LISTENING.test(path) ? MAX_NIGHT_LUMINANCE : MAX_LUMINANCE,
  );
}

describe('a guest', () => {
  let page: Page;
  beforeFile(async () => {
    page = await openPage(server.url, { viewport: PHONE });
  });

  test.each([...PATHS, NOWHERE])(
    '[R1] %s opens by its address, fits a phone and a laptop, is accessible and not restyled by other pages, has no animation, and is dark and legible in dark mode',
    async (path) => {
      expectErrors(page, ...(path === NOWHERE ? [/status of 404/] : []));
      await openAndSettle(page, path);
      // The page title starts with the playing track.
      expect(await page.title()).toContain(
        documentTitle(findRoute(path) ?? NOT_FOUND, DEFAULT_BRAND.name),
      );
      expect(await findForeignStyles(page)).toEqual([]);
      await expectNoFault(page);
      expect(await findViolations(page)).toEqual([]);
      await expectGoodLooks(page, path);
      if (SAME_LAYOUT.includes(path)) return;
      await resize(page, SIDEWAYS);
      expect(await findSmallTargets(page)).toEqual([]);
      await settlePictures(page);
      expect(await findIllegibleText(page)).toEqual([]);
      await resize(page, LAPTOP);
      await expectNoFault(page);
      if (OTHER_ON_LAPTOP.includes(path)) expect(await findViolations(page)).toEqual([]);
      await expectGoodLooks(page, path);
      const beyond = await page.evaluate(() => {
        const { scrollHeight, clientHeight } = document.documentElement;
        return scrollHeight - clientHeight;
      });
      expect(beyond).toBeLessThanOrEqual(SHORT_PATHS.includes(path) ? 0 : Infinity);
    },
  );
});

describe('a user with data', () => {
  let page: Page;
  beforeFile(async () => {
    page = await openPage(server.url, { storageState: testUser.storageState });
  });

  test.each(PERSONAL_PATHS)(
    '%s fits a phone and a laptop, is accessible and not restyled by other pages, and at twice the text size no word is cut off',
    async (path) => {
      await openAndSettle(page, path);
      expect(await findForeignStyles(page)).toEqual([]);
      for (const viewport of [PHONE, LAPTOP]) {
        await resize(page, viewport);
        await expectNoFault(page);
        expect(await findViolations(page)).toEqual([]);
        await doubleTextSize(page);
        expect(await widthBeyondWindow(page)).toBe(0);
        expect(await findCutTexts(page)).toEqual([]);
        await resetTextSize(page);
      }
    },
  );

  test('at twice the text size a dialog on a phone can be scrolled to its end', async () => {
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

describe('in dark mode on a phone', () => {
  let page: Page;
  beforeFile(async () => {
    page = await openPage(server.url, { viewport: PHONE, colorScheme: 'dark' });
    await page.goto('/home');
  });

  test.each(Array.from({ length: 11 }, (_, at) => `/player/${at + 1}`))(
    '%s is dark, and the sun or moon stands out from the sky',
    async (path) => {
      await goWithin(page, path);
      await settlePictures(page);
      expect((await readPixels(page)).luminance).toBeLessThanOrEqual(MAX_NIGHT_LUMINANCE);
      expect(await findIllegibleText(page)).toEqual([]);
      const sky = await page.locator('.player-layer.sky').boundingBox();
      expect(await page.locator('.player-layer.land').boundingBox()).toEqual(sky);
      const light = page.locator('.player-light');
      // Moves the light to its highest point, where no hill covers it.
      await light.evaluate((element: HTMLElement) => {
        const rises = Number(getComputedStyle(element).getPropertyValue('--way')) < 0;
        element.style.transform = rises ? 'translateY(calc(var(--way) * 100%))' : 'none';
      });
      const { x = 0, y = 0, width = 0, height = 0 } = (await light.boundingBox()) ?? {};
      const { at } = await readPixels(page);
      const from = (share: number) =>
        at(x + width * (0.5 - 0.46 * share), y + height * (0.5 - 0.2 * share));
      // A crescent's left edge is always lit: compares a point inside it with one outside its ring.
      expect(contrast(from(0.7), from(1.3))).toBeGreaterThanOrEqual(3);
    },
  );
});

/** Addresses of the links in a navigation: the tabs, or the parts of a tab. */
const hrefsIn = (page: Page, name: string | RegExp) =>
  page
    .getByRole('navigation', { name })
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));

test.each(WINDOWS)(
  '[D2] on $name no tab of the admin area shifts while data loads, and each is accessible and not cut off; on a phone, so is each part of a tab, even at twice the text size, and other pages do not restyle it',
  // Scans nearly twenty complete pages.
  { timeout: 240_000 },
  async ({ viewport }) => {
    const page = await openAdminTab(server.url, 'Dashboard', viewport);
    // The toast would cover the tabs.
    await page.locator(TOAST).getByRole('button').click();
    // A toast that is closing still covers what is below it.
    await expect(page.locator('.toast')).toHaveCount(0);
    await page.evaluate(watchShifts);
    const broken: Record<string, unknown> = {};
    const check = async (path: string) => {
      await page.unrouteAll();
      const releaseData = await holdRequests(page, /\/(rest|auth)\/v1\//);
      await readShifts(page);
      await navigate(page, path);
      await page.evaluate(nextFrames);
      releaseData();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
      const { sum, moved } = await readShifts(page);
      const found = [
        ...(sum > MAX_SHIFT ? moved : []),
        ...(await findCutOff(page)),
        ...(viewport === PHONE ? await findForeignStyles(page) : []),
        ...(await findViolations(page)),
      ];
      // `findViolations` ends in the dark theme.
      await page.emulateMedia({ colorScheme: 'light' });
      if (viewport === PHONE) {
        await doubleTextSize(page);
        found.push(...(await findCutOff(page)), ...(await findCutTexts(page)));
        await resetTextSize(page);
      }
      broken[path] = found;
    };
    for (const tab of await hrefsIn(page, 'Admin')) {
      await check(tab);
      await expect(
        page.getByRole('navigation', { name: 'Admin' }).locator('[aria-current="page"]'),
      ).toHaveAttribute('href', tab);
      if (viewport === PHONE) {
        for (const part of (await hrefsIn(page, /^Parts of /)).slice(1)) await check(part);
      }
    }
    expect(broken).toEqual(Object.fromEntries(Object.keys(broken).map((path) => [path, []])));
    expect(Object.keys(broken).length).toBeGreaterThan(viewport === PHONE ? 16 : 5);
  },
);
