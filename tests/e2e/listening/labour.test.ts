import type { Page } from 'playwright';
import { beforeEach, test } from 'vitest';
import { openPage, sharedServer as server } from '#tests/support/browsers/e2e.ts';
import { expect } from '#tests/support/browsers/expect.ts';
import { holdRequests } from '#tests/support/browsers/hold-requests.ts';
import { readPixels } from '#tests/support/browsers/screenshot-pixels.ts';
import { findViolations } from '../pages/accessibility.ts';
import { listening } from '../pages/listening.page.ts';
import { TOAST } from '../pages/toast.ts';

const PHONE = { width: 390, height: 844 };
const SIDEWAYS = { width: 844, height: 390 };
const MIN_TARGET = 88;

let page: Page;
beforeEach(async () => {
  page = await openPage(server.url, { viewport: PHONE });
});

const control = (name: string) => page.getByRole('button', { name, exact: true });
const hold = () => control('Hold to leave');
const enter = async () => {
  await page.goto('/home');
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Labour mode/ })
    .click();
  await expect(control('Pause')).toBeVisible();
};

test('labour mode opens with one press, plays the birth tracks, and shows nothing but the track, the time left and its controls', async () => {
  const sound = listening(page);
  await page.goto('/home');
  await page
    .getByRole('button', { name: /^Favorite/ })
    .first()
    .click();
  await expect(page.locator(TOAST)).toBeVisible();
  await page.getByRole('link', { name: /^Labour mode/ }).click();
  await expect(control('Pause')).toBeVisible();
  await expect(page.locator(TOAST)).toBeHidden();
  await sound.hasMovedPast(0.5);
  await expect(page.getByRole('main')).toContainText('Peaceful Birth Affirmations');
  await expect(page.getByRole('main')).toContainText(/\d+:\d\d left/);
  await expect(page.getByRole('link')).toHaveCount(0);
  await expect(page.getByRole('complementary')).toHaveCount(0);
  expect(await page.getByRole('button').allTextContents()).toEqual([
    'Timer',
    'Hold to leave',
    'Pause',
    'Again',
    'Next',
  ]);

  const first = await sound.file();
  await control('Next').click();
  await expect.poll(() => sound.file()).not.toBe(first);
  await sound.hasMovedPast(0.2);
  await sound.moveTo(60);
  await control('Again').click();
  await expect.poll(() => sound.second()).toBeLessThan(10);
  await control('Pause').click();
  await expect.poll(() => sound.isSilent()).toBe(true);
  await control('Play').click();
  await expect(control('Pause')).toBeVisible();
});

test('labour mode stays dark before its script runs and while the sleep timer’s choices are open', async () => {
  const bare = await openPage(server.url, { javaScriptEnabled: false, colorScheme: 'light' });
  await bare.goto('/labour', { waitUntil: 'commit' });
  await bare.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' });
  expect((await readPixels(bare)).luminance).toBeLessThan(0.02);
  await enter();
  await control('Sleep timer: off').click();
  const choice = page.getByRole('button', { name: '20 min' });
  await choice.waitFor();
  expect((await readPixels(page)).luminance).toBeLessThan(0.03);
  await choice.click();
  await expect(control('Sleep timer: 20 min left')).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
});

test('labour mode is left by holding a touch or Escape, or by a confirmation for users who cannot hold; playback continues', async () => {
  const sound = listening(page);
  await page.goto('/home');
  // Labour mode must also continue a track that is not for birth.
  await page.getByRole('button', { name: 'Play: Morning Prayer & Meditation' }).click();
  await sound.hasMovedPast(0.5);
  const playing = await sound.file();
  const link = page.getByRole('main').getByRole('link', { name: /^Labour mode/ });
  await link.click();
  await expect(control('Pause')).toBeVisible();
  await sound.hasMovedPast(1);
  expect(await sound.file()).toBe(playing);

  await hold().click({ delay: 300 });
  await expect(hold()).toBeVisible();
  await hold().click({ delay: 1700, noWaitAfter: true });
  await expect(page).toHaveURL(`${server.url}/home`);
  expect(await sound.isSilent()).toBe(false);

  await link.click();
  await hold().waitFor();
  await page.keyboard.press('Escape');
  await expect(hold()).toBeVisible();
  await page.keyboard.down('Escape');
  await expect(page).toHaveURL(`${server.url}/home`);
  await page.keyboard.up('Escape');

  await link.click();
  await hold().focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('group', { name: 'Leave labour mode?' })).toBeVisible();
  await expect(control('Stay')).toBeFocused();
  await control('Stay').click();
  await control('Next').click();
  await expect(page.getByRole('main')).toContainText('Peaceful Birth Affirmations');
  await hold().focus();
  await page.keyboard.press('Enter');
  await control('Leave').press('Enter');
  await expect(page).toHaveURL(`${server.url}/home`);
});

test('Play pressed before the tracks have loaded takes effect when they have; labour mode follows the user’s choice of tracks', async () => {
  await page.addInitScript(() => {
    const off = [2, 5].map((id) => ({ id, enabled: false }));
    localStorage.setItem('trackPreferences', JSON.stringify(off));
  });
  const release = await holdRequests(page, '**/rest/v1/audio_content*');
  await page.goto('/labour');
  await control('Play').click();
  await expect(page.locator('body > audio')).toBeAttached();
  release();
  const sound = listening(page);
  await sound.hasMovedPast(0.2);
  await expect(page.getByRole('main')).toContainText('Faith Building Meditation');
});

test('after a reload labour mode continues with the interrupted track at its position', async () => {
  const sound = listening(page);
  await page.goto('/labour');
  await control('Play').click();
  await sound.hasMovedPast(0.2);
  await control('Next').click();
  await sound.hasMovedPast(0.2);
  await sound.moveTo(90);
  await sound.hasMovedPast(90.2);
  await control('Pause').click();
  await page.reload();
  await control('Play').click();
  await sound.hasMovedPast(85);
});

const SIZES = [
  ['upright', PHONE],
  ['sideways', SIDEWAYS],
  ['small', { width: 320, height: 568 }],
] as const;

test('in every window and text size the controls of labour mode are large and on the screen, and nothing overlaps', async () => {
  await enter();
  for (const [name, viewport] of SIZES) {
    await page.setViewportSize(viewport);
    for (const size of ['200%', '100%']) {
      await page.evaluate((wanted) => {
        document.documentElement.style.fontSize = wanted;
      }, size);
      for (let verse = 0; verse < 4; verse += 1) {
        const found = await page.evaluate(findCollisions);
        expect(found, `${name}, ${size}, verse ${verse + 1}`).toEqual([]);
        await expect(control('Pause')).toBeInViewport({ ratio: 1 });
        await control('Next').click();
      }
    }
    for (const label of ['Pause', 'Again', 'Next']) {
      const box = await control(label).boundingBox();
      expect(box?.height, name).toBeGreaterThanOrEqual(MIN_TARGET);
      expect(box?.width, name).toBeGreaterThanOrEqual(MIN_TARGET);
      await expect(control(label)).toBeInViewport({ ratio: 1 });
    }
    await expect(hold()).toBeInViewport({ ratio: 1 });
  }
});

/** Overlapping boxes, and lines of the verse that cross the ring, which contracts to 92 % of its size. */
function findCollisions(): string[] {
  const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
  const found: string[] = [];
  const selectors = ['.labour-words', '.labour-now', '.labour-top', '.labour-controls'];
  const boxes = selectors.map((name) => ({ name, rect: box(name) as DOMRect }));
  for (const [at, one] of boxes.entries()) {
    for (const other of boxes.slice(at + 1)) {
      const across =
        Math.min(one.rect.right, other.rect.right) - Math.max(one.rect.left, other.rect.left);
      const down =
        Math.min(one.rect.bottom, other.rect.bottom) - Math.max(one.rect.top, other.rect.top);
      if (across > 1 && down > 1) found.push(`${one.name} over ${other.name}`);
    }
  }
  const ring = box('.ring') as DOMRect;
  const center = { x: ring.x + ring.width / 2, y: ring.y + ring.height / 2 };
  const radius = (ring.width / 2) * 0.92;
  for (const line of document.querySelectorAll('.labour-words span, .labour-from')) {
    const range = document.createRange();
    range.selectNodeContents(line);
    for (const { left, right, top, bottom } of range.getClientRects()) {
      const far = [left, right].flatMap((x) =>
        [top + 4, bottom - 4].map((y) => Math.hypot(x - center.x, y - center.y)),
      );
      const isInside = Math.max(...far) < radius;
      const isBelow = top >= ring.bottom;
      if (!isInside && !isBelow) found.push(`the ring over ${line.textContent}`);
    }
  }
  if (document.documentElement.scrollWidth > innerWidth) found.push('wider than the window');
  return found;
}
