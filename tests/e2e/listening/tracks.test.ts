import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { describe, expect as expectValue, test } from 'vitest';
import { expectErrors, openPage, serverOfFile } from '#tests/support/browsers/e2e.ts';
import { holdRequests } from '#tests/support/listening/hold-requests.ts';
import { waitForHydration } from '../pages/hydration.ts';
import { listening } from '../pages/listening.page.ts';
import { TOAST } from '../pages/toast.ts';
import { tracksPage } from '../pages/tracks.page.ts';

const PHONE = { viewport: { width: 390, height: 844 } };
const WIDE = { viewport: { width: 1440, height: 900 } };
const LIBRARY = '**/rest/v1/audio_content*';
const SAVED = 'Track preferences saved successfully';

const server = serverOfFile();

async function open(options: object = WIDE, kept?: unknown) {
  const page = await openPage(server.url, options);
  await page.addInitScript(
    (value) => {
      if (value !== null) localStorage.setItem('trackPreferences', value);
    },
    kept === undefined ? null : typeof kept === 'string' ? kept : JSON.stringify(kept),
  );
  const tracks = tracksPage(page);
  await page.goto('/tracks');
  await expect(tracks.titles).toHaveCount(11);
  await waitForHydration(page);
  return { page, tracks };
}

const idsOf = (kept: readonly { id: number }[]) => kept.map(({ id }) => id);

describe('the screen', () => {
  test('[T1] has a title and a link back, and the featured track plays', async () => {
    const { page } = await open();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tracks');
    const featured = page.getByRole('region', { name: 'Featured track' });
    const { toast, hasMovedPast } = listening(page);
    await featured.getByRole('button', { name: /^Play:/ }).click();
    await expect(toast('Playing featured track')).toBeVisible();
    await hasMovedPast(0.2);
    await featured.getByRole('button', { name: /^Pause:/ }).click();
    await page.getByRole('main').getByRole('link', { name: 'Back' }).click();
    await expect(page).toHaveURL(`${server.url}/home`);
  });

  test('[T1] the controls of the featured track stay within its card at 320 pixels', async () => {
    const { page } = await open({ viewport: { width: 320, height: 640 } });
    const card = page.getByRole('region', { name: 'Featured track' });
    await expect(card.getByRole('button', { name: 'Forward 10 seconds' })).toBeVisible();
    const overflow = await card.evaluate((element) => element.scrollWidth - element.clientWidth);
    expectValue(overflow).toBe(0);
  });

  test('[T3] explains the list; every row has a handle, a title and a switch', async () => {
    const { page, tracks } = await open();
    const list = page.getByRole('region', { name: 'Tracks' });
    await expect(list).toContainText(
      "Choose how you want to listen to the tracks by dragging them to change the order. You can also switch off tracks you don't want to hear.",
    );
    for (const title of await tracks.titles.allTextContents()) {
      await expect(tracks.handle(title)).toBeVisible();
      await expect(tracks.toggle(title)).toBeChecked();
    }
  });

  test('[T5] has four tabs: all tracks or those of a stage', async () => {
    const { page, tracks } = await open();
    const tabs = page.getByRole('group', { name: 'Category' }).getByRole('button');
    await expect(tabs).toHaveText(['ALL', 'PREG', 'BIRTH', 'POST']);
    const counts: number[] = [];
    for (const [at, stage] of ['', 'Pregnancy', 'Birthing', 'Postbirth'].entries()) {
      await tabs.nth(at).click();
      await expect(tabs.nth(at)).toHaveAttribute('aria-pressed', 'true');
      const stages = await tracks.rows.locator('.stage').allTextContents();
      counts.push(stages.length);
      expect(stages.every((each) => stage === '' || each === stage)).toBe(true);
    }
    const [all, ...parts] = counts;
    expect(parts.reduce((sum, part) => sum + part, 0)).toBe(all);
  });
});

describe('the user’s order', () => {
  test('[T3][T4] by mouse: the handle drags a row, and the whole list is saved', async () => {
    const { page, tracks } = await open();
    const [first = '', second = '', third = ''] = await tracks.titles.allTextContents();
    await tracks.drag(first, third);
    await expect(tracks.titles.nth(2)).toHaveText(first);
    await expect(tracks.titles.nth(0)).toHaveText(second);
    await expect(listening(page).toast(SAVED)).toBeVisible();
    const kept = await tracks.kept();
    expect(kept).toHaveLength(11);
    expect(kept.slice(0, 3)).toEqual([
      { id: 2, enabled: true },
      { id: 3, enabled: true },
      { id: 1, enabled: true },
    ]);
    await page.reload();
    await expect(tracks.titles.nth(2)).toHaveText(first);
  });

  test('[T3] by finger: the handle drags, and the page does not scroll', async () => {
    const { page, tracks } = await open({ ...PHONE, hasTouch: true, isMobile: true });
    const [first = '', , third = ''] = await tracks.titles.allTextContents();
    await tracks.handle(first).evaluate((handle) => handle.scrollIntoView({ block: 'center' }));
    const before = await page.evaluate(() => window.scrollY);
    await tracks.dragByFinger(first, third);
    await expect(tracks.titles.nth(2)).toHaveText(first);
    expect(await page.evaluate(() => window.scrollY)).toBe(before);
    expect(idsOf(await tracks.kept()).slice(0, 3)).toEqual([2, 3, 1]);
  });

  test('[T3] by keyboard: space picks up, arrows move, space puts down, Escape cancels', async () => {
    const { page, tracks } = await open();
    const [first = ''] = await tracks.titles.allTextContents();
    const said = page.getByRole('status').filter({ hasText: first });
    await tracks.handle(first).focus();
    await page.keyboard.press('Space');
    await expect(said.filter({ hasText: 'held at place 1 of 11' })).toBeAttached();
    await page.keyboard.press('ArrowDown');
    await expect(said.filter({ hasText: 'held at place 2 of 11' })).toBeAttached();
    await page.keyboard.press('Space');
    await expect(tracks.titles.nth(1)).toHaveText(first);
    await expect(tracks.handle(first)).toBeFocused();

    await page.keyboard.press('Space');
    await expect(said.filter({ hasText: 'held at place 2 of 11' })).toBeAttached();
    await page.keyboard.press('ArrowDown');
    await expect(said.filter({ hasText: 'held at place 3 of 11' })).toBeAttached();
    await page.keyboard.press('Escape');
    await expect(said.filter({ hasText: 'stays where it was' })).toBeAttached();
    await expect(tracks.titles.nth(1)).toHaveText(first);
  });

  test('[T3] by keyboard: an arrow that follows the space bar at once is not lost', async () => {
    const { page, tracks } = await open();
    const [first = ''] = await tracks.titles.allTextContents();
    await tracks.handle(first).evaluate((handle) => {
      for (const code of ['Space', 'ArrowDown']) {
        handle.dispatchEvent(new KeyboardEvent('keydown', { code, bubbles: true }));
      }
    });
    const said = page.getByRole('status').filter({ hasText: first });
    await expect(said.filter({ hasText: 'held at place 2 of 11' })).toBeAttached();
    await page.keyboard.press('Space');
    await expect(tracks.titles.nth(1)).toHaveText(first);
  });

  test('[T3] by steps: the arrows of a row, and on a phone the two behind its handle', async () => {
    const wide = await open();
    const [first = '', second = ''] = await wide.tracks.titles.allTextContents();
    await expect(wide.page.getByRole('button', { name: `Move up: ${first}` })).toBeDisabled();
    await wide.page.getByRole('button', { name: `Move up: ${second}` }).click();
    await expect(wide.tracks.titles.first()).toHaveText(second);

    const { page, tracks } = await open(PHONE);
    await tracks.handle(first).click();
    await page.getByRole('button', { name: 'Move down', exact: true }).click();
    await expect(tracks.titles.nth(1)).toHaveText(first);
    await expect(tracks.handle(first)).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Move down', exact: true })).toHaveCount(0);
  });

  test('[T4] a switch saves the whole list; a disabled track keeps its position', async () => {
    const { page, tracks } = await open();
    const [, second = ''] = await tracks.titles.allTextContents();
    await tracks.toggle(second).press('Space');
    await expect(tracks.toggle(second)).not.toBeChecked();
    await expect(listening(page).toast(SAVED)).toBeVisible();
    const kept = await tracks.kept();
    expect(kept).toHaveLength(11);
    expect(kept[1]).toEqual({ id: 2, enabled: false });
    expect(kept.filter(({ enabled }) => !enabled)).toHaveLength(1);
  });

  test('[T4][T5] moving and switching within a stage leave the other tracks where they are', async () => {
    const { page, tracks } = await open();
    await page.getByRole('button', { name: 'POST', exact: true }).click();
    const [first = ''] = await tracks.titles.allTextContents();
    await page.getByRole('button', { name: `Move down: ${first}` }).click();
    await expect(tracks.titles.nth(1)).toHaveText(first);
    const ids = idsOf(await tracks.kept());
    expect(ids).toEqual([1, 2, 3, 4, 5, 7, 6, 8, 9, 10, ids[10]]);
    await tracks.toggle(first).press('Space');
    await expect(tracks.toggle(first)).not.toBeChecked();
    expect(idsOf(await tracks.kept())).toEqual(ids);
  });
});

describe('the order stored on the device', () => {
  test('[T4] is used; removed tracks are left out, new ones are last', async () => {
    const { tracks } = await open(WIDE, [
      { id: 999, enabled: true },
      { id: 10, enabled: false },
      { id: 1, enabled: true },
    ]);
    await expect(tracks.titles.nth(0)).toHaveText('Gratitude Prayer');
    await expect(tracks.toggle('Gratitude Prayer')).not.toBeChecked();
    await expect(tracks.titles.nth(1)).toHaveText('Morning Prayer & Meditation');
  });

  test.each([
    ['half a text', '[{"id":1,"ena'],
    ['no list', { id: 1, enabled: true }],
    ['rows of another shape', [{ id: '1', enabled: 'yes' }, null, 7, { id: 2 }]],
    ['nothing', 'null'],
  ])('[T4] that is %s is ignored, and repaired by the next choice', async (_what, kept) => {
    const { tracks } = await open(WIDE, kept);
    await tracks.toggle('Gratitude Prayer').click();
    await expect.poll(async () => (await tracks.kept()).length).toBe(11);
  });

  test('[T4] applies while the page is open if storing it fails, which is reported', async () => {
    const { page, tracks } = await open();
    await page.evaluate(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    });
    const [first = '', second = ''] = await tracks.titles.allTextContents();
    await page.getByRole('button', { name: `Move down: ${first}` }).click();
    await expect(listening(page).toast('Failed to save track preferences')).toBeVisible();
    await expect(tracks.titles.first()).toHaveText(second);
  });

  test('[T4] is updated in another tab of the user', async () => {
    const { page, tracks } = await open();
    const other = await page.context().newPage();
    const [first = '', second = ''] = await tracks.titles.allTextContents();
    await other.goto('/tracks');
    await other.getByRole('button', { name: `Move down: ${first}` }).click();
    await expect(tracks.titles.first()).toHaveText(second);
  });
});

/** Opens the screen by navigation, because its served document contains the first tracks. */
async function openWithoutLibrary(page: Page): Promise<void> {
  await page.goto('/socials');
  await waitForHydration(page);
  await page.getByRole('link', { name: 'Tracks' }).click();
  await page.waitForURL('/tracks');
}

describe('while tracks are loading or missing', () => {
  let page: Page;

  test('[T2] Loading tracks... is shown while loading', async () => {
    page = await openPage(server.url, PHONE);
    const release = await holdRequests(page, LIBRARY);
    await openWithoutLibrary(page);
    await expect(page.getByText('Loading tracks...')).toBeVisible();
    release();
    await expect(tracksPage(page).titles).toHaveCount(11);
  });

  test('[T2] a failure is reported, the list is empty, and Refresh reloads the page', async () => {
    page = await openPage(server.url, PHONE);
    expectErrors(page, /status of 500/);
    await page.route(LIBRARY, (route) => route.fulfill({ status: 500, json: { message: 'no' } }));
    await openWithoutLibrary(page);
    await expect(listening(page).toast('Failed to load tracks. Please try again.')).toBeVisible();
    await expect(page.getByText('No tracks available')).toBeVisible();
    await page.unroute(LIBRARY);
    const loaded = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Refresh' }).click();
    await loaded;
    await expect(tracksPage(page).titles).toHaveCount(11);
  });

  test('[T2] a library without tracks is not a failure', async () => {
    page = await openPage(server.url, PHONE);
    await page.route(LIBRARY, (route) => route.fulfill({ json: [] }));
    await page.goto('/tracks');
    await expect(page.getByText('No tracks available')).toBeVisible();
    await expect(page.locator(TOAST)).toHaveCount(0);
  });
});
