import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { describe, test } from 'vitest';
import { ROUTES } from '#contract/constants/pages/routes.ts';
import { beforeFile, openPage, serverOfFile } from '#tests/support/browsers/e2e.ts';
import { contrast, readPixels } from '#tests/support/browsers/screenshot-pixels.ts';
import { findOverlaps } from './pages/floating.ts';
import { goWithin } from './pages/go-within.ts';
import { homePage } from './pages/home.page.ts';
import { listening } from './pages/listening.page.ts';
import { findIllegibleText, findTextOnStars } from './pages/text-on-pictures.ts';

/** Maximum average relative luminance in dark mode, so that the screen does not light the room. */
const MAX_LUMINANCE = 0.08;
/** The stricter limit of screens used for listening at night. */
const MAX_NIGHT_LUMINANCE = 0.05;
const PHONE = { viewport: { width: 390, height: 844 } };
const VIEWPORTS = [PHONE.viewport, { width: 1440, height: 900 }, { width: 844, height: 390 }];
const LISTENING = /^\/(home|tracks|favorites|labour|player\/)/;
const PLAYERS = Array.from({ length: 11 }, (_, at) => `/player/${at + 1}`);
const PATHS = ROUTES.map(({ path }) => path.replace(':trackId', '3')).filter(
  // It redirects after three seconds; the admin tests cover the admin pages.
  (path) => path !== '/thank-you' && !path.startsWith('/admin'),
);

const server = serverOfFile();

/** Waits until all visible images are loaded and nothing moves. */
async function settle(page: Page) {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await page.waitForFunction(() =>
    [...document.images].every(({ complete, loading }) => complete || loading === 'lazy'),
  );
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.all([...document.images].map((image) => image.complete && image.decode()));
  });
}

describe.each(VIEWPORTS)('at $width x $height', (viewport) => {
  test('every screen is dark in dark mode; text on pictures is legible in both modes and no star is behind it', async () => {
    const page = await openPage(server.url, { viewport });
    const tooBright: Record<string, number> = {};
    const illegible: Record<string, string[]> = {};
    const onStars: Record<string, string[]> = {};
    for (const path of PATHS) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        if (colorScheme === 'light') await page.goto(path);
        await settle(page);
        await expect(
          page.locator(colorScheme === 'dark' ? 'html.dark' : 'html:not(.dark)'),
        ).toBeAttached();
        const found = await findIllegibleText(page);
        if (found.length > 0) illegible[`${path} ${colorScheme}`] = found;
      }
      const overlapping = await findTextOnStars(page);
      if (overlapping.length > 0) onStars[path] = overlapping;
      const { luminance } = await readPixels(page);
      if (luminance > (LISTENING.test(path) ? MAX_NIGHT_LUMINANCE : MAX_LUMINANCE))
        tooBright[path] = luminance;
    }
    expect({ tooBright, illegible, onStars }).toEqual({
      tooBright: {},
      illegible: {},
      onStars: {},
    });
  }, 120_000);

  test('during playback no floating element covers another one or the end of a page', async () => {
    const page = await openPage(server.url, { viewport });
    await homePage(page).open();
    // toast-place.test.ts covers the toast's position.
    await listening(page).start(homePage(page).card('Evening Scripture Meditation').play);
    const overlaps: Record<string, string[]> = {};
    for (const path of [...PATHS, '/player/1']) {
      await goWithin(page, path);
      const found = await findOverlaps(page);
      if (found.length > 0) overlaps[path] = found;
    }
    expect(overlaps).toEqual({});
  }, 60_000);
});

test('the sky and the land of the player’s picture have the same position and size', async () => {
  const page = await openPage(server.url, PHONE);
  await page.goto('/player/1');
  await settle(page);
  const sky = await page.locator('.player-layer.sky').boundingBox();
  expect(await page.locator('.player-layer.land').boundingBox()).toEqual(sky);
});

describe('in dark mode', () => {
  let page: Page;
  beforeFile(async () => {
    page = await openPage(server.url, { ...PHONE, colorScheme: 'dark' });
  });

  test.each(PLAYERS)('%s is dark, and the sun or moon stands out from the sky', async (path) => {
    await page.goto(path);
    await settle(page);
    expect((await readPixels(page)).luminance).toBeLessThanOrEqual(MAX_NIGHT_LUMINANCE);
    expect(await findIllegibleText(page)).toEqual([]);
    const light = page.locator('.player-light');
    // At its highest point, where no hill covers it.
    await light.evaluate((element: HTMLElement) => {
      const rises = Number(getComputedStyle(element).getPropertyValue('--way')) < 0;
      element.style.setProperty('--played', rises ? '1' : '0');
    });
    const { x = 0, y = 0, width = 0, height = 0 } = (await light.boundingBox()) ?? {};
    const { at } = await readPixels(page);
    const from = (share: number) =>
      at(x + width * (0.5 - 0.46 * share), y + height * (0.5 - 0.2 * share));
    // A crescent's left edge is always lit: compares a point inside it with one outside its ring.
    expect(contrast(from(0.7), from(1.3))).toBeGreaterThanOrEqual(3);
  });
});
