import { expect } from 'playwright/test';
import { expect as expectValue, test } from 'vitest';
import { beforeFile, openPage, serverOfFile } from '#tests/support/browsers/e2e.ts';
import { holdRequests } from '#tests/support/browsers/hold-requests.ts';
import { growPlaylist } from '#tests/support/databases/large-library.ts';
import { homePage } from '../pages/home.page.ts';
import { waitForHydration } from '../pages/hydration.ts';
import { tracksPage } from '../pages/tracks.page.ts';

const PHONE = { viewport: { width: 390, height: 844 } };
const EVENING = 'Evening Scripture Meditation';

const server = serverOfFile();
beforeFile(() => growPlaylist(server, 2_000));

test('[M1] a library larger than one response arrives page by page in the owner’s order, without transcripts, and a search reports a missing track only after the last page', async () => {
  const page = await openPage(server.url, PHONE);
  const home = homePage(page);
  const queries: URLSearchParams[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.endsWith('/audio_content')) queries.push(searchParams);
  });
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
  await expect(page.locator('.later').last()).toContainText('Psalm reading 989');
  releaseLast();
  await expect(page.locator('.later').last()).toContainText('Psalm reading 2000');
  // Distant tracks are not rendered as cards but can be found with the browser's search.
  expectValue(await home.titles.count()).toBeLessThan(100);
  await expect(home.card(EVENING).item).toHaveAttribute('aria-setsize', '2011');
  expectValue(queries.length).toBeGreaterThan(2);
  for (const query of queries) {
    expectValue(query.get('order')).toBe('position.asc,id.asc');
    expectValue(query.get('select')).not.toMatch(/\*|transcript/);
  }
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

test('nearby rows are rendered, rows that had the focus stay, and Back restores the position', async () => {
  const page = await openPage(server.url, PHONE);
  const home = homePage(page);
  await home.open();
  await page.locator('.later').last().waitFor({ state: 'attached' });
  // Simulates the browser's find in page.
  await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const at = node.nodeValue?.indexOf('Psalm reading 1500') ?? -1;
      if (at < 0) continue;
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      window.scrollBy(0, range.getBoundingClientRect().top - innerHeight / 2);
      return;
    }
  });
  const found = home.card('Psalm reading 1500');
  await expect(found.item).toBeInViewport();
  await expect(found.item).toHaveAttribute('aria-posinset', '1511');
  await found.heart.focus();
  const title = () =>
    page.evaluate(() => document.activeElement?.closest('li')?.querySelector('h3')?.textContent);
  // Tabs through more rows than were rendered at first.
  for (let stop = 0; stop < 120; stop += 1) await page.keyboard.press('Tab');
  await expect.poll(title).toMatch(/Psalm reading 15[2-4]\d/);
  const reached = await title();
  await page.evaluate(() => scrollTo(0, 0));
  await expect(home.search).toBeInViewport();
  await expect.poll(title).toBe(reached);
  await page.keyboard.press('Shift+Tab');
  await expect.poll(title).toMatch(/Psalm reading 15[2-4]\d/);

  const here = home.card((await title()) ?? '');
  await here.viewPlayer.click();
  await page.waitForURL('/player/*');
  await page.goBack();
  await expect(here.item).toBeInViewport();
});
