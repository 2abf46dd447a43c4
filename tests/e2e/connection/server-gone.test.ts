import { afterEach, expect as expectValue, test } from 'vitest';
import { expectErrors, openPage, serverOfFile } from '#tests/support/browsers/e2e.ts';
import { expect } from '#tests/support/browsers/expect.ts';
import { waitForHydration } from '#tests/support/browsers/hydration.ts';
import { asAdminOf } from '../pages/as-admin.ts';
import { homePage } from '../pages/home.page.ts';
import { listening } from '../pages/listening.page.ts';
import { playerPage } from '../pages/player.page.ts';

const server = serverOfFile();
// Each test stops the server, and may fail before it restarts the server.
afterEach(() => server.restart());

test('[M12] [W3] a chunk that fails while the server is down is retried with backoff, the pause button works, and afterwards the screen is complete and follows changes', async () => {
  const page = await openPage(server.url, { viewport: { width: 390, height: 844 } });
  expectErrors(
    page,
    /ERR_CONNECTION|ERR_EMPTY|ERR_FAILED|dynamically imported module|did not load|Unable to preload|Failed to (fetch|load)/,
  );
  await page.goto('/home');
  // Blocks prefetching until the server has stopped, as if it stopped at once.
  await page.route(/\.(js|css)$/, (route) => route.abort());
  await homePage(page).card('Morning Prayer & Meditation').play.click();
  const sound = listening(page);
  await sound.hasMovedPast(0);
  await expect(sound.bar).toBeVisible();
  await server.stop('SIGKILL');
  const stoppedAt = await sound.second();
  await page.unroute(/\.(js|css)$/);
  const requested: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('player-screen')) requested.push(request.url());
  });

  await page.locator('.now-playing a').first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong');
  await expect(sound.bar).toBeVisible();
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Tracks' })).toBeVisible();
  // The prefetched track keeps playing throughout.
  await expect.poll(() => sound.second(), { timeout: 30_000 }).toBeGreaterThan(stoppedAt + 8);
  expectValue(requested.length).toBeGreaterThan(1);
  expectValue(requested.length).toBeLessThan(20);
  await sound.bar.getByRole('button', { name: /^Pause/ }).click();
  await expect.poll(sound.isSilent).toBe(true);

  await server.restart();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Morning Prayer & Meditation', {
    timeout: 20_000,
  });
  await asAdminOf(server).update('audio_content?id=eq.1', { title: 'Vespers by the Sea' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vespers by the Sea');
});

test('the player, its queue and its transcript open while the server is down, and playback continues', async () => {
  const page = await openPage(server.url, { viewport: { width: 390, height: 844 } });
  expectErrors(page, /ERR_CONNECTION|ERR_EMPTY|Failed to (fetch|load)/);
  const sound = listening(page);
  const player = playerPage(page);
  await homePage(page).open();
  await homePage(page).card('Pregnancy Psalms').play.click();
  await sound.hasMovedPast(0.2);
  // The other screens are prefetched when the application is idle.
  await page.waitForFunction(() => {
    const loaded = new Set(performance.getEntriesByType('resource').map(({ name }) => name));
    const linked = [
      ...document.querySelectorAll<HTMLLinkElement>('head link[href*="/assets/"]:not([disabled])'),
    ];
    return (
      ['player-screen', 'queue-panel'].every((part) =>
        [...loaded].some((name) => name.includes(`/${part}-`) && name.endsWith('.js')),
      ) && linked.every(({ href }) => loaded.has(href))
    );
  });
  await server.stop('SIGKILL');
  const stoppedAt = await sound.second();

  await sound.bar.getByRole('link').click();
  await expect(player.title).toHaveText('Pregnancy Psalms');
  await expect(player.pause).toBeVisible();
  await expect(player.times).toContainText('25:00');
  await page.getByRole('button', { name: 'Queue' }).click();
  await expect(page.getByRole('heading', { name: 'Next' })).toBeVisible();
  await page.keyboard.press('Escape');
  await player.main.getByText('Read along').click();
  await expect(player.main.locator('.player-words p').first()).toBeVisible();
  await sound.hasMovedPast(stoppedAt + 2);
  await expect(player.main).not.toContainText('Error loading');

  await player.back.click();
  await homePage(page).card('Gratitude Prayer').viewPlayer.click();
  await expect(player.title).toHaveText('Gratitude Prayer');
  await expect(player.play).toBeVisible();
});

test.each([
  ['/home', /\/assets\/main-.+\.js$/],
  ['/home', /\/assets\/home-screen-.+\.js$/],
  ['/login', /\/assets\/main-.+\.js$/],
])(
  'a page whose script does not arrive works once the server responds: %s without %s',
  async (path, script) => {
    const page = await openPage(server.url);
    expectErrors(
      page,
      /ERR_FAILED|dynamically imported module|Failed to (fetch|load)|Unable to preload/,
    );
    await page.route(script, (route) => route.abort());
    await page.route(`**${path}`, (route) =>
      route.request().method() === 'HEAD' ? route.abort() : route.continue(),
    );
    await page.goto(path);
    await page.waitForEvent('requestfailed', (request) => request.method() === 'HEAD');
    await page.unrouteAll();
    await waitForHydration(page);
  },
);

test('a page without the scripts of the player reloads once the server responds, and follows changes', async () => {
  const page = await openPage(server.url);
  expectErrors(page, /ERR_FAILED|dynamically imported module|Failed to (fetch|load)/);
  await page.route(/\/assets\/services-.+\.js$/, (route) => route.abort());
  await page.goto('/home');
  await page.waitForEvent('requestfailed', (request) => request.url().includes('/services-'));
  const followed = page.waitForRequest(/realtime/);
  await page.unrouteAll();
  await followed;
});
