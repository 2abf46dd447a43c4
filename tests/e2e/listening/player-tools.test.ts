import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { describe, test } from 'vitest';
import { openPage, serverOfFile } from '#tests/support/browsers/e2e.ts';
import { findBarriers } from '../pages/barriers.ts';
import { homePage } from '../pages/home.page.ts';
import { listening } from '../pages/listening.page.ts';
import { playerPage } from '../pages/player.page.ts';

const TARGET = 44;
const SCREENS = [
  { name: 'a phone', width: 390, height: 844 },
  { name: 'a phone held sideways', width: 844, height: 390 },
  { name: 'a small phone held sideways', width: 667, height: 375 },
  { name: 'a tablet', width: 768, height: 1024 },
  { name: 'a laptop', width: 1440, height: 900 },
];

const server = serverOfFile();

/** Controls above the track's text; previous and next exist only with a queue. */
const controls = (page: Page) =>
  page
    .getByRole('main')
    .locator(
      '.player-top a, .player-title button, .slider:not(.volume *) input, .player-controls button, .player-more button',
    );

/** Controls that are small, off screen or covered. */
const findHidden = (page: Page) =>
  controls(page).evaluateAll(
    (elements, least) =>
      elements
        .filter((element) => {
          const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
          const isWhole =
            left >= 0 && top >= 0 && right <= window.innerWidth && bottom <= window.innerHeight;
          const above = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
          const isFree = above !== null && (element.contains(above) || above.contains(element));
          return !isWhole || !isFree || width < least || height < least;
        })
        .map((element) => element.ariaLabel ?? element.textContent ?? element.tagName),
    TARGET,
  );

describe.each(SCREENS)('on $name', ({ width, height }) => {
  test('every control of the player is large, complete and reachable at once', async () => {
    const page = await openPage(server.url, { viewport: { width, height } });
    const player = playerPage(page);
    await homePage(page).open();
    await page.getByRole('button', { name: 'Play all' }).click();
    await listening(page).bar.getByRole('link').click();
    await player.pause.waitFor();
    await expect(controls(page)).toHaveCount(13);
    expect(await findHidden(page)).toEqual([]);
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('main').getByRole('link', { name: 'Labour mode' }).click();
    await expect(page.getByRole('heading', { name: 'Labour mode' })).toBeAttached();
  });
});

test('at 400 % zoom no control covers the title', async () => {
  const page = await openPage(server.url, { viewport: { width: 320, height: 256 } });
  await page.goto('/player/7');
  const { title } = playerPage(page);
  const area = await title.boundingBox();
  const links = await page.locator('.player-top a').all();
  const boxes = await Promise.all(links.map((link) => link.boundingBox()));
  const covering = boxes.filter(
    (box) => !box || !area || (box.x + box.width > area.x && box.y + box.height > area.y),
  );
  expect(covering).toEqual([]);
});

test('on a phone held sideways the sleep timer shows every choice at once', async () => {
  const page = await openPage(server.url, { viewport: { width: 844, height: 390 } });
  await page.goto('/home');
  await homePage(page).card('Evening Scripture Meditation').viewPlayer.click();
  const tool = page.getByRole('button', { name: /^Sleep timer/ });
  const choices = page.getByRole('dialog', { name: 'Sleep timer' });
  await tool.click();
  await choices.getByRole('button', { name: '45 min' }).click();
  await tool.click();
  for (const button of await choices.getByRole('button').all()) {
    await expect(button).toBeInViewport({ ratio: 1 });
  }
});

test('in a wide window a tool opens beside its button; Back, and the button again, close it', async () => {
  const page = await openPage(server.url, { viewport: { width: 1440, height: 900 } });
  await page.goto('/home');
  await homePage(page).card('Evening Scripture Meditation').viewPlayer.click();
  const tool = page.getByRole('button', { name: /^Sleep timer/ });
  const choices = page.getByRole('dialog', { name: 'Sleep timer' });
  await tool.click();
  await expect(choices).toBeVisible();
  const [above, button] = [await choices.boundingBox(), await tool.boundingBox()];
  const distance = Math.abs((above?.y ?? 0) + (above?.height ?? 0) - (button?.y ?? 0));
  const below = Math.abs((above?.y ?? 0) - (button?.y ?? 0) - (button?.height ?? 0));
  expect(Math.min(distance, below)).toBeLessThan(24);
  await page.evaluate(() => history.back());
  await expect(choices).toHaveCount(0);
  await expect(page).toHaveURL(/\/player\/3$/);
  await expect(tool).toBeFocused();
  await tool.click();
  await expect(choices).toBeVisible();
  await tool.click();
  await expect(choices).toHaveCount(0);
});
