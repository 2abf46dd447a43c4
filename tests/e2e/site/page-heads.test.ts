import type { Page } from 'playwright';
import { test } from 'vitest';
import { ROUTES } from '#contract/constants/pages/routes.ts';
import { openPage, sharedServer as server } from '#tests/support/browsers/e2e.ts';
import { expect } from '#tests/support/browsers/expect.ts';
import { signUpTestUser } from '#tests/support/test-user.ts';
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
  const { storageState } = await signUpTestUser(server);
  const page = await openPage(server.url, { storageState });
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
