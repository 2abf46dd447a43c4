import { expect as expectValue, test } from 'vitest';
import { beforeFile, openPage, serverOfFile } from '#tests/support/browsers/e2e.ts';
import { expect } from '#tests/support/browsers/expect.ts';
import { holdRequests } from '#tests/support/browsers/hold-requests.ts';
import { waitForHydration } from '#tests/support/browsers/hydration.ts';
import { growPlaylist } from '#tests/support/databases/large-library.ts';
import { homePage } from '../pages/home.page.ts';
import { playerPage } from '../pages/player.page.ts';
import { tracksPage } from '../pages/tracks.page.ts';

const PHONE = { viewport: { width: 390, height: 844 } };
const EVENING = 'Evening Scripture Meditation';

const server = serverOfFile();
beforeFile(() => growPlaylist(server, 2_000));

test('[M1] a library larger than one response arrives page by page, and a search reports a missing track only after the last page', async () => {
  const page = await openPage(server.url, PHONE);
  const home = homePage(page);
  const releaseLast = await holdRequests(page, /audio_content.*offset=1000/);
  const releaseFirst = await holdRequests(page, /audio_content(?!.*offset=1000)/);
  await home.open();
  expectValue(await home.titles.count()).toBeLessThan(500);
  await home.search.fill('reading 1999');
  const playlist = page.getByRole('region', { name: 'Meditation Playlist' });
  await expect(playlist).toContainText('Loading...');
  await expect(page.getByText('Nothing found')).toHaveCount(0);
  await home.search.fill('');
  releaseFirst();
  await home.search.fill('reading 989');
  await expect(home.titles).toHaveText(['Psalm reading 989']);
  releaseLast();
  await home.search.fill('reading 2000');
  await expect(home.titles).toHaveText(['Psalm reading 2000']);
  await home.search.fill('');
  await expect(home.card(EVENING).item).toBeVisible();
  expectValue(await home.titles.count()).toBeLessThan(100);
  await home.search.fill('reading 1999');
  await expect(home.titles).toHaveText(['Psalm reading 1999']);
  await home.search.fill('reading 2001');
  await expect(page.getByText('Nothing found')).toBeVisible();
  await home.search.fill(EVENING);
  await home.card(EVENING).viewPlayer.click();
  await expect(page.getByText('Read along', { exact: true })).toBeVisible();
});

test('[T4] a toggle keeps the saved position of tracks that are not loaded yet', async () => {
  const page = await openPage(server.url, PHONE);
  const tracks = tracksPage(page);
  const notLoaded = { id: 70, enabled: false };
  const saved = JSON.stringify([notLoaded, { id: 1, enabled: true }]);
  await page.addInitScript((value) => localStorage.setItem('trackPreferences', value), saved);
  const release = await holdRequests(page, /audio_content/);
  await page.goto('/tracks');
  await waitForHydration(page);
  await tracks.toggle(EVENING).click();
  expectValue((await tracks.kept())[0]).toEqual(notLoaded);
  release();
  await expect(tracks.titles.first()).toHaveText('Psalm reading 59');
  await expect(tracks.toggle('Psalm reading 59')).not.toBeChecked();
  await expect(tracks.toggle(EVENING)).not.toBeChecked();
});

test('rows are added while the user scrolls, and Back restores the position, even after the list was opened again in between', async () => {
  const page = await openPage(server.url, PHONE);
  const home = homePage(page);
  await home.open();
  const wanted = home.card('Psalm reading 150');
  await expect(async () => {
    await home.titles.last().scrollIntoViewIfNeeded();
    await expect(wanted.item).toBeAttached({ timeout: 100 });
  }).toPass();
  await wanted.viewPlayer.click();
  await page.waitForURL('/player/*');
  await page.goBack();
  await expect(wanted.item).toBeInViewport();

  await wanted.viewPlayer.click();
  await page.waitForURL('/player/*');
  await playerPage(page).back.click();
  await expect(home.titles).toHaveCount(60);
  await page.goBack();
  await page.waitForURL('/player/*');
  await page.goBack();
  await expect(wanted.item).toBeInViewport();
});
