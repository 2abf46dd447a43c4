import type { Page } from 'playwright';
import { expect as expectValue, test } from 'vitest';
import { ROUTES } from '#contract/constants/pages/routes.ts';
import {
  beforeFile,
  expectErrors,
  openPage,
  sharedServer as server,
} from '#tests/support/browsers/e2e.ts';
import { expect } from '#tests/support/browsers/expect.ts';
import { signUpTestUser, type TestUser } from '#tests/support/test-user.ts';
import { goWithin } from '../pages/go-within.ts';
import { nextFrames } from '../pages/layout-shifts.ts';

/** Pages without the common page head, and why. */
const NO_PAGE_HEAD: Record<string, string> = {
  '/': 'the landing page: its title is on the illustration',
  '/splash': 'its title is on the illustration',
  '/onboarding': 'its titles are below pictures',
  '/login': 'a form beside the illustration',
  '/signup': 'a form beside the illustration',
  '/hand-over': 'a form beside the illustration',
  '/thank-you': 'a centred message for three seconds',
  '/player/:trackId': 'the player',
  '/labour': 'labour mode',
  '/kiosk': 'the kiosk',
  '/admin': 'a centred password form',
  '/admin/:tab': 'the admin area has a sidebar',
};
let testUser: TestUser;
beforeFile(async () => {
  testUser = await signUpTestUser(server);
});

const PATHS = ROUTES.map(({ path }) => path).filter((path) => !(path in NO_PAGE_HEAD));

/** The title's offset below the bar, and its size. */
const measure = (page: Page) =>
  page.getByRole('heading', { level: 1 }).evaluate((title) => {
    const bar =
      document.querySelector('.site-head, .app-head')?.getBoundingClientRect().bottom ?? 0;
    const { left, top } = title.getBoundingClientRect();
    const { fontSize } = getComputedStyle(title);
    return [Math.round(left), Math.round(top - bar), fontSize].join(' ');
  });

/** The arrow must be above or left of the title and fully visible. */
const misplacedArrow = (page: Page) =>
  page.locator('.page-head').evaluate((head) => {
    const arrow = head.querySelector('.back')?.getBoundingClientRect();
    const title = head.querySelector('h1')?.getBoundingClientRect();
    if (!arrow || !title) return false;
    return arrow.left < 0 || !(arrow.bottom <= title.top || arrow.right <= title.left);
  });

const WINDOWS = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];

test('every page title has the same position, on a phone, a tablet and a laptop', async () => {
  const page = await openPage(server.url, { storageState: testUser.storageState });
  await page.goto('/home');
  const pagesAt: Record<string, string[]> = {};
  for (const path of PATHS) {
    await goWithin(page, path);
    await page.evaluate(() => document.fonts.ready);
    for (const viewport of WINDOWS) {
      await page.setViewportSize(viewport);
      await page.evaluate(nextFrames);
      const position = `${viewport.width}: ${await measure(page)}`;
      pagesAt[position] = [...(pagesAt[position] ?? []), path];
      expect(await misplacedArrow(page), path).toBe(false);
    }
  }
  expect(Object.keys(pagesAt), JSON.stringify(pagesAt)).toHaveLength(WINDOWS.length);
});

const PHONES_AND_LAPTOP = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
  { width: 844, height: 390 },
];
/** Address, reader, and heading. */
const PAGES = [
  ['/favorites', 'a guest', 'Please login to add favorites'],
  ['/nowhere', 'a guest', 'We can’t find that page'],
  ['/notifications', 'a user', 'No new notifications'],
] as const;

/** Links and buttons that end below the viewport, or whose centre is covered. */
const findOutOfReach = (page: Page) =>
  page.locator('main .empty').evaluate((empty) =>
    [...empty.querySelectorAll('a, button')]
      .filter((control) => {
        const { left, top, width, height, bottom } = control.getBoundingClientRect();
        const topmost = document.elementFromPoint(left + width / 2, top + height / 2);
        return bottom > innerHeight || !(topmost && control.contains(topmost));
      })
      .map((control) => control.textContent),
  );

const overhang = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollHeight - innerHeight);

test.each(PAGES)('%s for %s has a text, a link and an illustration', async (path, who, heading) => {
  const storage = who === 'a user' ? { storageState: testUser.storageState } : {};
  const page = await openPage(server.url, storage);
  expectErrors(page, /status of 404/);
  await page.goto(path);
  for (const viewport of PHONES_AND_LAPTOP) {
    const size = `${viewport.width} x ${viewport.height}`;
    await page.setViewportSize(viewport);
    await expect(page.getByRole('heading', { name: heading }), size).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('main').getByRole('link').first(), size).toBeVisible();
    await expect.poll(() => findOutOfReach(page), size).toEqual([]);
    // Only the footer may be below the window; screen-reader-only elements are a pixel high.
    if (viewport.height > 500 && path !== '/nowhere') {
      await expect.poll(() => overhang(page), size).toBeLessThan(10);
    }
    await expect(page.locator('svg.illustration'), size).toBeInViewport();
  }
  // The illustration is decorative and has no accessible name.
  expectValue(await page.getByRole('main').getByRole('img').count()).toBe(0);
  await expect(page.locator('svg.illustration')).toHaveAttribute('aria-hidden', 'true');
});

test('contact, first steps, legal texts and deletion end in an illustration from edge to edge', async () => {
  const page = await openPage(server.url, { viewport: { width: 1440, height: 900 } });
  for (const path of [
    '/contact',
    '/get-started',
    '/privacy',
    '/account-deletion',
    '/account-deletion-confirmation',
  ]) {
    await page.goto(path);
    const illustration = page.locator('main + svg.illustration');
    await expect(illustration, path).toHaveAttribute('aria-hidden', 'true');
    const { width, gap } = await illustration.evaluate((svg) => {
      const { bottom } = svg.getBoundingClientRect();
      const footer = svg.nextElementSibling?.getBoundingClientRect().top ?? 0;
      return { width: svg.clientWidth, gap: Math.round(footer - bottom) };
    });
    expectValue({ width, gap }, path).toEqual({ width: 1440, gap: 0 });
  }
});

test('in every window the page of external links ends in an illustration', async () => {
  const page = await openPage(server.url);
  await page.goto('/socials');
  const measureEnd = () =>
    page.locator('main').evaluate((main) => {
      const illustration = main.querySelector('.illustration')?.getBoundingClientRect();
      const last = main.querySelector('.tiny')?.getBoundingClientRect();
      const end = document.querySelector('.tab-bar')?.clientHeight ?? 0;
      const { scrollHeight } = document.documentElement;
      const bottom = scrollHeight - scrollY - (illustration?.bottom ?? 0) - end;
      const gap = (illustration?.top ?? 0) - (last?.bottom ?? 0);
      return {
        left: illustration?.left,
        width: illustration?.width,
        endsPage: Math.abs(bottom) < 2,
        isBelowText: gap >= 0,
      };
    });
  for (const viewport of PHONES_AND_LAPTOP) {
    await page.setViewportSize(viewport);
    await expect
      .poll(measureEnd, `${viewport.width} x ${viewport.height}`)
      .toEqual({ left: 0, width: viewport.width, endsPage: true, isBelowText: true });
  }
});
