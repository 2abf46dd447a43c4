import { expect } from 'playwright/test';
import { describe, expect as expectValue, test } from 'vitest';
import { beforeFile, openPage, startServer } from '#tests/support/browsers/e2e.ts';
import { growPlaylist } from '#tests/support/databases/large-library.ts';
import { holdRequests } from '#tests/support/listening/hold-requests.ts';
import type { ServerProcess } from '#tests/support/servers/server-process.ts';
import { homePage } from '../pages/home.page.ts';
import { waitForHydration } from '../pages/hydration.ts';
import { listening } from '../pages/listening.page.ts';
import { playerPage } from '../pages/player.page.ts';
import { tracksPage } from '../pages/tracks.page.ts';

const PHONE = { viewport: { width: 390, height: 844 } };
const EVENING = 'Evening Scripture Meditation';

let server: ServerProcess;

describe('while only the tracks of the first page are loaded', () => {
  beforeFile(async () => {
    server = await startServer();
    await growPlaylist(server, 60);
  });

  test('[M1] no track counts as missing', async () => {
    const page = await openPage(server.url, PHONE);
    const home = homePage(page);
    const release = await holdRequests(page, /audio_content/);
    await home.open();
    await home.search.fill('reading 59');
    await expect(page.getByRole('region', { name: 'Meditation Playlist' })).toContainText(
      'Loading...',
    );
    await expect(page.getByText('Nothing found')).toHaveCount(0);
    release();
    await expect(home.titles).toHaveText(['Psalm reading 59']);
    await home.search.fill('reading 61');
    await expect(page.getByText('Nothing found')).toBeVisible();
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
});

describe('a library larger than one response', () => {
  beforeFile(async () => {
    server = await startServer();
    await growPlaylist(server, 2_000);
  });

  test('loads page by page in the owner’s order, without transcripts, and shows each page as it arrives', async () => {
    const page = await openPage(server.url, PHONE);
    const queries: URLSearchParams[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname.endsWith('/audio_content')) queries.push(searchParams);
    });
    const release = await holdRequests(page, /audio_content.*offset=1000/);
    await homePage(page).open();
    await expect(page.locator('.later').last()).toContainText('Psalm reading 989');
    release();
    await expect(page.locator('.later').last()).toContainText('Psalm reading 2000');
    expectValue(queries.length).toBeGreaterThan(2);
    for (const query of queries) {
      expectValue(query.get('order')).toBe('position.asc,id.asc');
      expectValue(query.get('select')).not.toMatch(/\*|transcript/);
    }
  });

  test('shows a track’s transcript in its player', async () => {
    const page = await openPage(server.url, PHONE);
    await homePage(page).open();
    await page.locator('.later').last().waitFor({ state: 'attached' });
    await homePage(page).card(EVENING).viewPlayer.click();
    await expect(page.getByText('Read along', { exact: true })).toBeVisible();
  });

  test('stops at the end of a sentence when the sleep timer ends, where a page cannot set the volume', async () => {
    const page = await openPage(server.url, PHONE);
    await page.addInitScript(() => {
      Object.defineProperty(HTMLMediaElement.prototype, 'volume', { get: () => 1, set: () => {} });
    });
    await page.clock.install();
    const sound = listening(page);
    const card = homePage(page).card(EVENING);
    await playerPage(page).open(1);
    await page.getByRole('button', { name: /^Sleep timer/ }).click();
    await page.getByRole('button', { name: '5 min', exact: true }).click();
    await playerPage(page).back.click();
    // This track's player was not opened before.
    const transcript = page.waitForResponse(/transcript_timings.*id=eq\.3/);
    await card.play.click();
    const [{ transcript_timings: timings }] = await (await transcript).json();
    await sound.hasMovedPast(0.2);
    const sentence = timings.find(
      ({ start, end }: { start: number; end: number }) => end - start > 3,
    );
    await sound.moveTo(sentence.start + 0.2);
    await sound.hasMovedPast(sentence.start + 0.3);
    await page.clock.fastForward('05:00');
    await expect(card.play).toBeVisible();
    expectValue(Math.abs((await sound.second()) - sentence.end)).toBeLessThan(0.7);
  });
});
