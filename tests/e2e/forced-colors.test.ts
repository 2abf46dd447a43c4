import type { Locator, Page } from 'playwright';
import { describe, expect as expectValue, test } from 'vitest';
import { beforeFile, openPage, sharedServer as server } from '#tests/support/browsers/e2e.ts';
import { expect } from '#tests/support/browsers/expect.ts';
import { type Box, contrast, readPixels } from '#tests/support/browsers/screenshot-pixels.ts';
import { signUpTestUser, type TestUser } from '#tests/support/test-user.ts';
import { homePage } from './pages/home.page.ts';
import { listening } from './pages/listening.page.ts';

let testUser: TestUser;
beforeFile(async () => {
  testUser = await signUpTestUser(server);
});

const BLACK = [0, 0, 0];

/** Highest WCAG contrast between two colours of a region. */
async function contrastIn(page: Page, region: Box): Promise<number> {
  const pixels = (await readPixels(page)).within(region, Number.POSITIVE_INFINITY);
  const ratios = pixels.map((pixel) => contrast(pixel, BLACK));
  return Math.max(...ratios) / Math.min(...ratios);
}

const boxOf = async (locator: Locator): Promise<Box> => {
  await locator.scrollIntoViewIfNeeded();
  const box = await locator.boundingBox();
  if (!box) throw new Error('the element has no box');
  return box;
};
/** A strip across the element's left edge, half of it on the page around it. */
const leftEdgeOf = async (locator: Locator): Promise<Box> => {
  const { x, y, height } = await boxOf(locator);
  return { x: x - 3, y: y + height / 2, width: 6, height: 3 };
};

describe('in forced colours', () => {
  const open = (path: string, options = {}) =>
    openPage(server.url, {
      viewport: { width: 390, height: 844 },
      forcedColors: 'active',
      colorScheme: 'dark',
      ...options,
    }).then(async (page) => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      return page;
    });

  test('the slider shows its track, its position and its thumb', async () => {
    const page = await open('/player/3');
    const slider = page.getByRole('slider', { name: 'Position' });
    await slider.fill('300');
    const { x, y, width, height } = await boxOf(slider);
    const middle = { y: y + height / 2 - 8, height: 16 };
    const played = await contrastIn(page, { x: x + width / 4, width: 12, ...middle });
    const thumb = await contrastIn(page, { x: x + width / 2 - 9, width: 18, ...middle });
    const remaining = await contrastIn(page, { x: x + (width * 3) / 4, width: 12, ...middle });
    for (const contrast of [played, thumb, remaining]) expectValue(contrast).toBeGreaterThan(3);
  });

  test('the labels of a main button and of the skip link can be read', async () => {
    const page = await open('/support');
    const button = page.getByRole('button', { name: 'Submit Support Ticket' });
    const skip = page.getByRole('link', { name: 'Skip to the content' });
    for (const part of [button, skip]) {
      await part.focus();
      const { x, y, width, height } = await boxOf(part);
      const label = { x: x + width / 2 - 15, y: y + height / 2 - 4, width: 30, height: 8 };
      expectValue(await contrastIn(page, label)).toBeGreaterThan(4.5);
    }
  });

  test('a switch shows its edge and its thumb, off and on', async () => {
    const page = await open('/profile', { storageState: testUser.storageState });
    const toggle = page.getByRole('switch').first();
    await expect(toggle).toBeEnabled();
    for (const _ of ['before', 'after the click']) {
      const box = await boxOf(toggle);
      expectValue(await contrastIn(page, await leftEdgeOf(toggle))).toBeGreaterThan(3);
      expectValue(await contrastIn(page, { ...box, y: box.y + 6, height: 20 })).toBeGreaterThan(3);
      await toggle.click();
    }
  });

  test('the now-playing bar, its progress line and a message are distinguishable from the page', async () => {
    const page = await open('/home');
    await homePage(page).card('Pregnancy Psalms').play.click();
    const { bar, toast } = listening(page);
    const message = toast('Now playing audio');
    await message.hover();
    expectValue(await contrastIn(page, await leftEdgeOf(message))).toBeGreaterThan(3);
    expectValue(await contrastIn(page, await leftEdgeOf(bar))).toBeGreaterThan(3);
    const { x, y, width, height } = await boxOf(bar);
    const line = { x: x + width / 2, y: y + height - 8, width: 10, height: 6 };
    expectValue(await contrastIn(page, line)).toBeGreaterThan(1.5);
    expectValue(
      await contrastIn(page, await boxOf(bar.getByRole('button').last())),
    ).toBeGreaterThan(3);
  });
});
