import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { describe, expect as expectValue, test } from 'vitest';
import { openPage, serverOfFile } from '#tests/support/browsers/e2e.ts';
import { openAdminTab } from './pages/admin.page.ts';
import { findCovered } from './pages/covered.ts';
import { goWithin } from './pages/go-within.ts';
import { homePage } from './pages/home.page.ts';
import { TOAST } from './pages/toast.ts';

const server = serverOfFile();

/** Hovers over the message, which then stays, so that its position can be checked. */
async function hoverOver(page: Page, text: string): Promise<void> {
  await expect(page.locator(TOAST)).toHaveText(text);
  await page.locator(TOAST).hover();
}

/** The message's corner once its animation has ended. */
async function readCorner(page: Page) {
  const read = async () => {
    const box = await page.locator(TOAST).boundingBox();
    return box && [Math.round(box.x), Math.round(box.y)];
  };
  let last: unknown;
  await expect
    .poll(async () => {
      const before = last;
      last = await read();
      return JSON.stringify(before) === JSON.stringify(last);
    })
    .toBe(true);
  return last;
}

const WINDOWS = [
  { width: 390, height: 844 },
  { width: 360, height: 640 },
  { width: 768, height: 1024 },
  { width: 844, height: 390 },
  { width: 1440, height: 900 },
];

describe.each(WINDOWS)('at $width x $height', (viewport) => {
  test('in the player a message covers no title, no transcript and no control', async () => {
    const page = await openPage(server.url, { viewport });
    await page.goto('/player/3');
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Favorite: / })
      .click();
    await hoverOver(page, 'Please login to add favorites');
    await expect
      .poll(() => findCovered(page, 'main :is(h1, h1 + p, a, button, input, summary)'))
      .toEqual([]);
    await expect(page.locator(TOAST)).toBeInViewport({ ratio: 1 });
  });

  test('a message has the same position on every page, covers neither the header nor the bars, and is hidden in labour mode', async () => {
    const page = await openPage(server.url, { viewport });
    await homePage(page).open();
    const card = homePage(page).card('Evening Scripture Meditation');
    await card.play.click();
    await expect(page.getByRole('complementary', { name: 'Now playing' })).toBeVisible();
    await page
      .getByRole('button', { name: /^Favorite: / })
      .first()
      .click();
    await hoverOver(page, 'Please login to add favorites');
    await expect
      .poll(() => findCovered(page, '.app-head :is(a, button), .tabbar, .now-playing'))
      .toEqual([]);
    await expect(page.locator(TOAST)).toBeInViewport({ ratio: 1 });
    const corner = await readCorner(page);
    await goWithin(page, '/player/3');
    expectValue(await readCorner(page)).toEqual(corner);
    await goWithin(page, '/terms-of-service');
    expectValue(await readCorner(page)).toEqual(corner);
    await goWithin(page, '/labour');
    await expect(page.locator(TOAST), 'labour mode shows none').toBeHidden();
  });
});

test('[D2] in a wide window a message covers no link or control of the admin area', async () => {
  const page = await openAdminTab(server.url, 'Settings');
  for (const [at, tab] of ['Settings', 'Content', 'Dashboard'].entries()) {
    await page.getByRole('link', { name: tab, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(tab);
    await page.getByRole('button', { name: 'Dark mode' }).click();
    await hoverOver(page, at % 2 === 0 ? 'Dark mode activated' : 'Light mode activated');
    await expect
      .poll(() => findCovered(page, 'main :is(a, button, input, select)'), tab)
      .toEqual([]);
  }
});

test('[D2] in the admin area a message covers neither the tabs nor the actions on selected tracks', async () => {
  const page = await openAdminTab(server.url, 'Content');
  await page.getByRole('checkbox').nth(1).check();
  for (const [at, viewport] of WINDOWS.entries()) {
    await page.setViewportSize(viewport);
    await page.getByRole('button', { name: 'Dark mode' }).click();
    await hoverOver(page, at % 2 === 0 ? 'Dark mode activated' : 'Light mode activated');
    await expect
      .poll(() => findCovered(page, '.bulk, .admin-side'), `${viewport.width}`)
      .toEqual([]);
  }
});
