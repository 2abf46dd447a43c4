import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { test } from 'vitest';
import { ROUTES } from '#contract/constants/pages/routes.ts';
import { beforeFile, openPage, serverOfFile } from '#tests/support/browsers/e2e.ts';
import { signUpTestUser, type TestUser } from '#tests/support/test-user.ts';
import { goWithin } from '../pages/go-within.ts';

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

const server = serverOfFile();
let testUser: TestUser;
beforeFile(async () => {
  testUser = await signUpTestUser(server);
});

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

test.each([
  ['a guest', { width: 390, height: 844 }],
  ['a user', { width: 390, height: 844 }],
  ['a user', { width: 768, height: 1024 }],
  ['a user', { width: 1440, height: 900 }],
] as const)(
  'for %s at %o every page title has the same position',
  async (who, viewport) => {
    const page = await openPage(server.url, {
      viewport,
      ...(who === 'a user' ? { storageState: testUser.storageState } : {}),
    });
    const pagesAt = new Map<string, string[]>();
    await page.goto('/home');
    for (const path of PATHS) {
      await goWithin(page, path);
      await page.evaluate(() => document.fonts.ready);
      const position = await measure(page);
      pagesAt.set(position, [...(pagesAt.get(position) ?? []), path]);
      expect(await misplacedArrow(page), path).toBe(false);
    }
    expect([...pagesAt].length, JSON.stringify(Object.fromEntries(pagesAt))).toBe(1);
  },
  60_000,
);
