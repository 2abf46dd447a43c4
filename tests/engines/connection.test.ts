import { afterAll, expect, test } from 'vitest';
import { beforeFile, serverOfFile } from '#tests/support/browsers/e2e.ts';
import { inEachEngine } from '#tests/support/browsers/engines/in-each-engine.ts';
import { waitForHydration } from '#tests/support/browsers/hydration.ts';
import { readSound, watchSoundFromNow } from '#tests/support/listening/silence.ts';
import { type FaultProxy, startFaultProxy } from '#tests/support/servers/fault-proxy.ts';
import { homePage } from '../e2e/pages/home.page.ts';
import { listening } from '../e2e/pages/listening.page.ts';
import { playerPage } from '../e2e/pages/player.page.ts';

const WIDE = { width: 1280, height: 800 };
/** Three times the recordings' bit rate, so that minutes of a track are not loaded when the server is killed. */
const BYTES_PER_SECOND = 24 * 1024;
const TRACK_S = 600;

const server = serverOfFile();
let line: FaultProxy;
beforeFile(async () => {
  line = await startFaultProxy(server.url);
});
afterAll(() => line.close());

inEachEngine('without a connection', (openPage) => {
  test('a page whose script and style sheet failed to load opens by a second press, styled, when the connection is back', async () => {
    const page = await openPage(line.url, WIDE);
    await page.goto('/home');
    const link = page
      .getByRole('navigation', { name: 'App' })
      .getByRole('link', { name: 'Support' });
    await link.waitFor();
    // Before hydration the link would load a document, and the browser would show its own error page.
    await waitForHydration(page);
    line.set({ kind: 'cut' });
    await link.click();
    await page.getByRole('heading', { level: 1, name: 'Something went wrong' }).waitFor();
    line.set(null);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { level: 1, name: 'Support Center' }).waitFor();
    const layout = () =>
      page.evaluate(() => {
        const list = document.querySelector('.ways');
        return list ? getComputedStyle(list).display : undefined;
      }, undefined);
    await expect.poll(layout).toBe('grid');
  });

  test.each(['main', 'services'])(
    'a page whose script %s failed to load works once the server responds',
    async (script) => {
      const requested: string[] = [];
      let isDown = true;
      line.set({
        kind: 'lost',
        matches: ({ method, url = '' }) => {
          requested.push(`${method} ${url}`);
          return isDown && (method === 'HEAD' || url.includes(`/assets/${script}-`));
        },
      });
      const page = await openPage(line.url);
      await page.goto('/home');
      // The page asks this way whether a reload would help.
      await expect.poll(() => requested).toContainEqual(expect.stringMatching(/^HEAD /));
      isDown = false;
      await expect.poll(() => requested).toContainEqual(expect.stringMatching(/realtime/));
      line.set(null);
    },
  );

  test('the application opens while the server is down, and shows that loading failed', async () => {
    const page = await openPage(server.url);
    await homePage(page).open();
    await page.evaluate(async () => void (await navigator.serviceWorker.ready), undefined);
    await server.stop('SIGKILL');
    await page.goto('/home');
    await page.getByText('We couldn’t load the meditations').waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'Tracks' }).isVisible()).toBe(true);
    await server.restart();
    await homePage(page).card('Pregnancy Psalms').play.waitFor();
  });

  test('a server killed during playback makes the page wait and report it, and playback resumes at its position when the server is back', async () => {
    const page = await openPage(line.url);
    const player = playerPage(page);
    const sound = listening(page);
    const waiting = page.getByText(/Waiting for the connection/);
    await page.goto('/home');
    await page.evaluate(() => localStorage.setItem('fetchAhead', 'off'), undefined);
    line.throttle(BYTES_PER_SECOND);
    await player.open(3);
    await player.play.click();
    await sound.hasMovedPast(0.2);
    // Speeds up playback, so that the element's buffer drains quickly.
    await sound.audio.evaluate((element: HTMLAudioElement) => {
      element.playbackRate = 4;
    });
    await sound.hasMovedPast((await sound.second()) + 0.5);
    await watchSoundFromNow(page);
    await server.stop('SIGKILL');
    line.set({ kind: 'cut' });
    await untilStill(sound.second);
    await waiting.waitFor();
    const heard = Math.max(...(await readSound(page)).filter(isHeard).map(({ second }) => second));
    const returned = Date.now();
    await server.restart();
    line.throttle(null);
    line.set(null);
    await waiting.waitFor({ state: 'hidden', timeout: 20_000 });
    await sound.hasMovedPast(heard + 0.3);
    const since = (await readSound(page, returned)).filter(isHeard);
    const back = since.find(({ second }) => second > heard);
    expect(Math.abs((back?.second ?? 0) - heard)).toBeLessThan(0.5);
  });
});

/** Firefox stays at the end of a track whose data has stopped arriving. */
const isHeard = ({ second }: { second: number }) => second < TRACK_S - 1;

/** Waits until playback has not moved between two samples. */
async function untilStill(second: () => Promise<number>): Promise<void> {
  let before = Number.NaN;
  const isStill = async () => {
    const now = await second();
    const isSame = now === before;
    before = now;
    return isSame;
  };
  await expect.poll(isStill, { interval: 1_000, timeout: 30_000 }).toBe(true);
}
