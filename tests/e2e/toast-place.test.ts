import type { Page } from 'playwright';
import { describe, expect as expectValue, test } from 'vitest';
import { beforeFile, openPage, sharedServer as server } from '#tests/support/browsers/e2e.ts';
import { expect } from '#tests/support/browsers/expect.ts';
import { openAdminTab } from './pages/admin.page.ts';
import { findCovered } from './pages/covered.ts';
import { goWithin } from './pages/go-within.ts';
import { homePage } from './pages/home.page.ts';
import { emulateNotch, findUnderNotch } from './pages/layout-faults.ts';
import { listening } from './pages/listening.page.ts';
import { TOAST } from './pages/toast.ts';

/** Hovers over the toast to keep it open while its position is checked. */
async function hoverOver(page: Page, text: string): Promise<void> {
  await expect(page.locator(TOAST)).toHaveText(text);
  await page.locator(TOAST).hover();
}

/** Returns the toast's corner once its animation has ended. */
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
  { width: 844, height: 390 },
  { width: 1440, height: 900 },
];

describe('a message for a listener', () => {
  let page: Page;
  beforeFile(async () => {
    page = await openPage(server.url);
    await homePage(page).open();
    await homePage(page).card('Evening Scripture Meditation').play.click();
    await expect(listening(page).bar).toBeVisible();
  });

  const pressHeart = () =>
    page
      .getByRole('main')
      .getByRole('button', { name: /^Favorite: / })
      .first()
      .click();

  test.each(WINDOWS)(
    'at $width x $height has the same position on every page, covers no title or control, and is hidden in labour mode',
    async (viewport) => {
      await page.setViewportSize(viewport);
      await goWithin(page, '/home');
      await pressHeart();
      await hoverOver(page, 'Please login to add favorites');
      await expect
        .poll(() => findCovered(page, '.app-head :is(a, button), .tab-bar, .now-playing'))
        .toEqual([]);
      await expect(page.locator(TOAST)).toBeInViewport({ ratio: 1 });
      const corner = await readCorner(page);
      await goWithin(page, '/player/3');
      expectValue(await readCorner(page)).toEqual(corner);
      await expect
        .poll(() => findCovered(page, 'main :is(h1, h1 + p, a, button, input, summary)'))
        .toEqual([]);
      await goWithin(page, '/terms-of-service');
      expectValue(await readCorner(page)).toEqual(corner);
      await goWithin(page, '/labour');
      await expect(page.locator(TOAST), 'labour mode shows none').toBeHidden();
    },
  );

  test('over the player is not under the notch of a phone in landscape', async () => {
    await page.setViewportSize({ width: 844, height: 390 });
    const removeNotch = await emulateNotch(page);
    await goWithin(page, '/player/3');
    await pressHeart();
    await expect(page.locator(TOAST)).toBeVisible();
    expectValue(await findUnderNotch(page)).toEqual([]);
    await removeNotch();
  });

  test('a message is over 240 px wide at a zoom of 400 %', async () => {
    await page.setViewportSize({ width: 320, height: 256 });
    await goWithin(page, '/home');
    await pressHeart();
    await hoverOver(page, 'Please login to add favorites');
    const { width } = (await page.locator(TOAST).boundingBox()) ?? { width: 0 };
    expectValue(width).toBeGreaterThan(240);
  });
});

test('[D2] in the admin area a message covers no link or control in a wide window, and leaves the tabs and the bulk actions free in every window', async () => {
  const page = await openAdminTab(server.url, 'Settings');
  const change = async (theme: string) => {
    await page.getByRole('button', { name: 'Dark mode' }).click();
    await hoverOver(page, `${theme} mode activated`);
  };
  for (const [at, tab] of ['Settings', 'Dashboard', 'Content'].entries()) {
    await page.getByRole('link', { name: tab, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(tab);
    await change(at % 2 === 0 ? 'Dark' : 'Light');
    await expect
      .poll(() => findCovered(page, 'main :is(a, button, input, select)'), tab)
      .toEqual([]);
  }
  await page.getByRole('checkbox').nth(1).check();
  for (const [at, viewport] of WINDOWS.entries()) {
    await page.setViewportSize(viewport);
    await change(at % 2 === 0 ? 'Light' : 'Dark');
    await expect
      .poll(() => findCovered(page, '.bulk, .admin-side'), `${viewport.width}`)
      .toEqual([]);
  }
});
