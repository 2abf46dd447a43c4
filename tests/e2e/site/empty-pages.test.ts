import type { Page } from 'playwright';
import { expect as expectValue, test } from 'vitest';
import { beforeFile, expectErrors, openPage, serverOfFile } from '#tests/support/browsers/e2e.ts';
import { expect } from '#tests/support/browsers/expect.ts';
import { signUpTestUser, type TestUser } from '#tests/support/test-user.ts';

const WINDOWS = [
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

const server = serverOfFile();
let testUser: TestUser;
beforeFile(async () => {
  testUser = await signUpTestUser(server);
});

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
  for (const viewport of WINDOWS) {
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

test.each(WINDOWS)(
  'at $width x $height the page of external links ends in an illustration',
  async (viewport) => {
    const page = await openPage(server.url, { viewport });
    await page.goto('/socials');
    const { left, width, bottom, gap } = await page.locator('main').evaluate((main) => {
      const illustration = main.querySelector('.illustration')?.getBoundingClientRect();
      const last = main.querySelector('.tiny')?.getBoundingClientRect();
      const end = document.querySelector('.tab-bar')?.clientHeight ?? 0;
      return {
        left: illustration?.left,
        width: illustration?.width,
        bottom: document.documentElement.scrollHeight - scrollY - (illustration?.bottom ?? 0) - end,
        gap: (illustration?.top ?? 0) - (last?.bottom ?? 0),
      };
    });
    expectValue({ left, width }).toEqual({ left: 0, width: viewport.width });
    expectValue(Math.abs(bottom)).toBeLessThan(2);
    expectValue(gap).toBeGreaterThanOrEqual(0);
  },
);
