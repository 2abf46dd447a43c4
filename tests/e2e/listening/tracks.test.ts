import { describe, test } from 'vitest';
import { expectErrors, openPage, sharedServer as server } from '#tests/support/browsers/e2e.ts';
import { expect } from '#tests/support/browsers/expect.ts';
import { waitForHydration } from '#tests/support/browsers/hydration.ts';
import { nextFrames } from '../pages/layout-shifts.ts';
import { listening } from '../pages/listening.page.ts';
import { TOAST } from '../pages/toast.ts';
import { tracksPage } from '../pages/tracks.page.ts';

const PHONE = { viewport: { width: 390, height: 844 } };
const WIDE = { viewport: { width: 1440, height: 900 } };
const LIBRARY = '**/rest/v1/audio_content*';
const SAVED = 'Track preferences saved successfully';

async function open(options: object = WIDE) {
  const page = await openPage(server.url, options);
  const tracks = tracksPage(page);
  await page.goto('/tracks');
  await expect(tracks.titles).toHaveCount(11);
  await waitForHydration(page);
  return { page, tracks };
}

test('[T1] [T3] [T5] the screen plays the featured track, explains the list, and shows all tracks or those of a stage', async () => {
  const { page, tracks } = await open();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tracks');
  const list = page.getByRole('region', { name: 'Tracks' });
  await expect(list).toContainText(
    "Choose how you want to listen to the tracks by dragging them to change the order. You can also switch off tracks you don't want to hear.",
  );
  for (const title of await tracks.titles.allTextContents()) {
    await expect(tracks.handle(title)).toBeVisible();
    await expect(tracks.toggle(title)).toBeChecked();
  }
  const tabs = page.getByRole('group', { name: 'Category' }).getByRole('button');
  await expect(tabs).toHaveText(['ALL', 'PREG', 'BIRTH', 'POST']);
  for (const [at, stage] of ['Pregnancy', 'Birthing', 'Postbirth'].entries()) {
    await tabs.nth(at + 1).click();
    await expect(tabs.nth(at + 1)).toHaveAttribute('aria-pressed', 'true');
    const stages = await tracks.rows.locator('.stage').allTextContents();
    expect(new Set(stages)).toEqual(new Set([stage]));
  }

  const featured = page.getByRole('region', { name: 'Featured track' });
  const { toast, hasMovedPast } = listening(page);
  await featured.getByRole('button', { name: /^Play:/ }).click();
  await expect(toast('Playing featured track')).toBeVisible();
  await hasMovedPast(0.2);
  await featured.getByRole('button', { name: /^Pause:/ }).click();
  await page.getByRole('main').getByRole('link', { name: 'Back' }).click();
  await expect(page).toHaveURL(`${server.url}/home`);
});

describe('the user’s order', () => {
  test('[T3] [T4] by mouse: the handle drags a row, a switch keeps its position, and the whole list is saved', async () => {
    const { page, tracks } = await open();
    const [first = '', second = '', third = ''] = await tracks.titles.allTextContents();
    await tracks.drag(first, third);
    await expect(tracks.titles.nth(2)).toHaveText(first);
    await expect(tracks.titles.nth(0)).toHaveText(second);
    await expect(listening(page).toast(SAVED)).toBeVisible();
    // The reload also removes the message, so that the message of the switch below is a new one.
    await page.reload();
    await expect(tracks.titles.nth(2)).toHaveText(first);
    await waitForHydration(page);

    await tracks.toggle(first).press('Space');
    await expect(tracks.toggle(first)).not.toBeChecked();
    await expect(listening(page).toast(SAVED)).toBeVisible();
    const kept = await tracks.kept();
    expect(kept).toHaveLength(11);
    expect(kept.slice(0, 3)).toEqual([
      { id: 2, enabled: true },
      { id: 3, enabled: true },
      { id: 1, enabled: false },
    ]);
    expect(kept.filter(({ enabled }) => !enabled)).toHaveLength(1);
  });

  test('[T3] by finger: a tap on the handle opens two arrows, a drag moves the row, and the page does not scroll', async () => {
    const { page, tracks } = await open({ ...PHONE, hasTouch: true, isMobile: true });
    const [first = '', second = ''] = await tracks.titles.allTextContents();
    await tracks.handle(first).tap();
    await page.getByRole('button', { name: 'Move down', exact: true }).tap();
    await expect(tracks.titles.nth(1)).toHaveText(first);
    await expect(tracks.handle(first)).toBeFocused();

    await tracks.handle(second).evaluate((handle) => handle.scrollIntoView({ block: 'center' }));
    const before = await page.evaluate(() => window.scrollY);
    const third = (await tracks.titles.nth(2).textContent()) ?? '';
    await tracks.dragByFinger(second, third);
    await expect(tracks.titles.nth(2)).toHaveText(second);
    expect(await page.evaluate(() => window.scrollY)).toBe(before);
    const ids = (await tracks.kept()).map(({ id }) => id);
    expect(ids.slice(0, 3)).toEqual([1, 3, 2]);
  });
});

test('[T4] the order stored on the device is used, is updated from another tab, and applies even if it cannot be stored', async () => {
  const page = await openPage(server.url, WIDE);
  await page.addInitScript(() => {
    const kept = [
      { id: 10, enabled: false },
      { id: 1, enabled: true },
    ];
    if (!localStorage.getItem('trackPreferences'))
      localStorage.setItem('trackPreferences', JSON.stringify(kept));
  });
  const tracks = tracksPage(page);
  await page.goto('/tracks');
  await expect(tracks.titles.nth(0)).toHaveText('Gratitude Prayer');
  await expect(tracks.toggle('Gratitude Prayer')).not.toBeChecked();
  await expect(tracks.titles.nth(1)).toHaveText('Morning Prayer & Meditation');

  const other = await page.context().newPage();
  await other.goto('/tracks');
  await tracksPage(other).move('Gratitude Prayer', 'Move down');
  await expect(tracks.titles.first()).toHaveText('Morning Prayer & Meditation');
  await expect.poll(async () => (await tracks.kept()).length).toBe(11);

  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await tracks.move('Gratitude Prayer', 'Move up');
  await expect(listening(page).toast('Failed to save track preferences')).toBeVisible();
  await expect(tracks.titles.first()).toHaveText('Gratitude Prayer');
});

test('[T2] Loading tracks... is shown; a failure is reported, the list is empty, and Refresh reloads the page; a library without tracks is not a failure', async () => {
  const page = await openPage(server.url, PHONE);
  expectErrors(page, /status of 500/);
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(LIBRARY, async (route) => {
    await promise;
    await route.fulfill({ status: 500, json: { message: 'no' } });
  });
  // Navigates within the app, because the document of the page already contains the first tracks.
  await page.goto('/socials');
  await waitForHydration(page);
  await page.getByRole('link', { name: 'Tracks' }).click();
  await page.waitForURL('/tracks');
  await expect(page.getByText('Loading tracks...')).toBeVisible();
  resolve();
  await expect(listening(page).toast('Failed to load tracks. Please try again.')).toBeVisible();
  await expect(page.getByText('No tracks available')).toBeVisible();
  await page.unroute(LIBRARY);
  const loaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await loaded;
  await expect(tracksPage(page).titles).toHaveCount(11);

  await page.route(LIBRARY, (route) => route.fulfill({ json: [] }));
  await page.goto('/tracks');
  await expect(page.getByText('No tracks available')).toBeVisible();
  // Until its script is here, a message would not be visible yet.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/toaster-')),
  );
  await page.evaluate(nextFrames);
  expect(await page.locator(TOAST).count()).toBe(0);
});
