import type { Page } from 'playwright';
import { describe, test } from 'vitest';
import { ROUTES } from '#contract/constants/pages/routes.ts';
import { beforeFile, openPage, sharedServer as server } from '#tests/support/browsers/e2e.ts';
import { expect } from '#tests/support/browsers/expect.ts';
import { readFaults, watchFrames } from './pages/blank-frames.ts';
import { findOverlaps } from './pages/floating.ts';
import { findCoveredStops, readFocused } from './pages/focus.ts';
import { goWithin } from './pages/go-within.ts';
import { homePage } from './pages/home.page.ts';
import { emulateNotch, findClippedOrCovered, findUnderNotch } from './pages/layout-faults.ts';
import { nextFrames } from './pages/layout-shifts.ts';
import { listening } from './pages/listening.page.ts';
import {
  doubleTextSize,
  findCutTexts,
  resetTextSize,
  widthBeyondWindow,
} from './pages/text-size.ts';

/** Text pages, which share the layout of `/privacy`, and the tabs of the admin area, which look like `/admin`. */
const SAME_LAYOUT = ['/terms', '/cookies', '/accessibility', '/admin/:tab'];
/** Pages with controls of their own instead of the bar. */
const WITHOUT_BAR = ['/player/3', '/labour'];
/** The third track plays. */
const PATHS = [
  ...ROUTES.map(({ path }) => path).filter((path) => !SAME_LAYOUT.includes(path)),
  '/player/3',
].map((path) => path.replace(':trackId', '1'));
const PHONE = { width: 390, height: 844 };
const LAPTOP = { width: 1440, height: 900 };
const SIDEWAYS = { width: 844, height: 390 };
/** A laptop at 400 %. */
const ZOOMED = { width: 320, height: 256 };

let page: Page;
beforeFile(async () => {
  page = await openPage(server.url, { viewport: PHONE });
  await page.addInitScript(watchFrames);
  await homePage(page).open();
  await listening(page).start(homePage(page).card('Evening Scripture Meditation').play);
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
});

async function resize(viewport: typeof PHONE): Promise<void> {
  await page.setViewportSize(viewport);
  await page.evaluate(nextFrames);
}

/** Texts in the now-playing bar that are truncated or overflow it. */
const findClippedInBar = () =>
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

/** Finds covered parts of the open page, with text of normal size. */
async function findCovered(): Promise<Record<string, string[]>> {
  const stopsOnPhone = await findCoveredStops(page);
  await resize(ZOOMED);
  const stopsZoomed = await findCoveredStops(page);
  await resize(PHONE);
  const overlapsOnPhone = await findOverlaps(page);
  await resize(LAPTOP);
  const overlapsOnLaptop = await findOverlaps(page);
  await resize(SIDEWAYS);
  const overlapsSideways = await findOverlaps(page);
  const removeNotch = await emulateNotch(page);
  await page.evaluate(nextFrames);
  const underNotch = await findUnderNotch(page);
  await removeNotch();
  await resize(PHONE);
  return {
    stopsOnPhone,
    stopsZoomed,
    overlapsOnPhone,
    overlapsOnLaptop,
    overlapsSideways,
    underNotch,
  };
}

/** Finds parts of the open page that do not fit at twice the text size. */
async function findTooLarge() {
  await doubleTextSize(page);
  // The page's end follows the height of the bar.
  await page.evaluate(nextFrames);
  const beyond: Record<string, number> = { phone: await widthBeyondWindow(page) };
  const cut = await findCutTexts(page);
  const clippedInBar = await findClippedInBar();
  const clippedOrCovered = await findClippedOrCovered(page);
  for (const width of [768, 1440]) {
    await resize({ width, height: 900 });
    beyond[width] = await widthBeyondWindow(page);
  }
  await resetTextSize(page);
  await resize(PHONE);
  return { beyond, cut, clippedInBar, clippedOrCovered };
}

describe('during playback', () => {
  test.each(PATHS)(
    '[R1][R2] %s opens from its top without a blank frame, shows Pause, and names the track in its title; bars and a notch cover nothing, and everything fits at twice the text size',
    async (path) => {
      await page.evaluate(() => window.scrollTo({ top: 400, behavior: 'instant' }));
      await goWithin(page, path);
      await expect(page).toHaveURL(server.url + path);
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
      expect(await readFaults(page)).toEqual([]);
      expect(await page.evaluate(() => Reflect.get(window, 'isSameDocument'))).toBe(true);
      await expect(page).toHaveTitle(/^Evening Scripture Meditation · /);
      await expect(listening(page).bar.getByRole('button', { name: /^Pause/ })).toHaveCount(
        WITHOUT_BAR.includes(path) ? 0 : 1,
      );
      // `/thank-you` redirects unless the pointer is over it.
      await page.mouse.move(2, 200);
      expect(await findCovered()).toEqual({
        stopsOnPhone: [],
        stopsZoomed: [],
        overlapsOnPhone: [],
        overlapsOnLaptop: [],
        overlapsSideways: [],
        underNotch: [],
      });
      expect(await findTooLarge()).toEqual({
        beyond: { phone: 0, 768: 0, 1440: 0 },
        cut: [],
        clippedInBar: [],
        clippedOrCovered: [],
      });
    },
  );

  test('the second link of a page leads to the player', async () => {
    const { bar } = listening(page);
    const skip = page.getByRole('link', { name: 'Skip to the player' });
    for (const path of ['/home', '/privacy']) {
      await goWithin(page, path);
      await skip.focus();
      await expect(skip).toBeInViewport({ ratio: 1 });
      await page.keyboard.press('Enter');
      await expect(bar).toBeFocused();
      await page.keyboard.press('Tab');
      await expect(bar.getByRole('link')).toBeFocused();
    }
    // The page of the playing track has no bar.
    await goWithin(page, '/player/3');
    await expect(skip).toHaveCount(0);
  });
});

test('at 400 % the bar does not cover the button that starts playback', async () => {
  const opened = await openPage(server.url, { viewport: ZOOMED });
  await homePage(opened).open();
  const { play, pause } = homePage(opened).card('Pregnancy Psalms');
  // The bar will appear at the bottom of the window.
  await play.evaluate((element) => element.scrollIntoView({ block: 'end' }));
  await play.focus();
  await opened.evaluate(() => window.scrollBy(0, 0));
  await opened.keyboard.press('Enter');
  const { bar } = listening(opened);
  await expect(bar).toBeVisible();
  await expect.poll(() => readFocused(opened)).toMatchObject({ isVisible: true });
  const [barBox, pressed] = await Promise.all([bar.boundingBox(), pause.boundingBox()]);
  expect(pressed && barBox && pressed.y + pressed.height <= barBox.y).toBe(true);
});

test('on a small phone with twice the text size, the bar with a long title covers no focused element', async () => {
  const opened = await openPage(server.url, { viewport: { width: 320, height: 640 } });
  await homePage(opened).open();
  await listening(opened).start(homePage(opened).card('Evening Scripture Meditation').play);
  await doubleTextSize(opened);
  expect(await findCoveredStops(opened)).toEqual([]);
});
