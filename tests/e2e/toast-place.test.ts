import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { beforeAll, describe, test } from 'vitest';
import { openPage, startServer } from '#tests/support/e2e.ts';
import type { ServerProcess } from '#tests/support/server-process.ts';
import { findCovered } from './pages/covered.ts';
import { goWithin } from './pages/go-within.ts';
import { homePage } from './pages/home.page.ts';

let server: ServerProcess;
beforeAll(async () => {
  server = await startServer();
});

/** A message stays for as long as a pointer rests on it, however long it takes to look where it lies. */
async function restOn(page: Page, text: string): Promise<void> {
  await expect(page.locator('.toast')).toHaveText(text);
  await page.locator('.toast').hover();
}

const WINDOWS = [
  { width: 390, height: 844 },
  { width: 360, height: 640 },
  { width: 768, height: 1024 },
  { width: 844, height: 390 },
  { width: 1440, height: 900 },
];

describe.each(WINDOWS)('at $width x $height', (viewport) => {
  test('in the player a message covers no title, no words to read along and no control', async () => {
    const page = await openPage(server.url, { viewport });
    await page.goto('/player/3');
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Favorite: / })
      .click();
    await restOn(page, 'Please login to add favorites');
    await expect
      .poll(() => findCovered(page, 'main :is(h1, h1 + p, a, button, input, summary)'))
      .toEqual([]);
    await expect(page.locator('.toast')).toBeInViewport({ ratio: 1 });
  });

  test('in labour mode it covers none of the three controls, and not the verse', async () => {
    const page = await openPage(server.url, { viewport });
    await homePage(page).open();
    await homePage(page).card('Evening Scripture Meditation').play.click();
    await restOn(page, 'Now playing audio');
    await goWithin(page, '/labour');
    await expect.poll(() => findCovered(page, 'main :is(.verse span, button)')).toEqual([]);
    await expect(page.locator('.toast')).toBeInViewport({ ratio: 1 });
  });

  test('on the home screen it stands clear of what is playing and of the bars', async () => {
    const page = await openPage(server.url, { viewport });
    await homePage(page).open();
    const card = homePage(page).card('Evening Scripture Meditation');
    await card.play.click();
    await expect(page.getByRole('complementary', { name: 'Now playing' })).toBeVisible();
    await page
      .getByRole('button', { name: /^Favorite: / })
      .first()
      .click();
    await restOn(page, 'Please login to add favorites');
    await expect.poll(() => findCovered(page, 'h1, .app-head, .tabbar, .now')).toEqual([]);
    await expect(page.locator('.toast')).toBeInViewport({ ratio: 1 });
  });
});
