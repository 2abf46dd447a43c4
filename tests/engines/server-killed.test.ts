import { afterEach, beforeEach, expect, test } from 'vitest';
import { startServer } from '#tests/support/browsers/e2e.ts';
import { inEachEngine } from '#tests/support/browsers/engines/in-each-engine.ts';
import { readSound, watchSoundFromNow } from '#tests/support/listening/silence.ts';
import { type FaultProxy, startFaultProxy } from '#tests/support/servers/fault-proxy.ts';
import type { ServerProcess } from '#tests/support/servers/server-process.ts';
import { listening } from '../e2e/pages/listening.page.ts';
import { playerPage } from '../e2e/pages/player.page.ts';

/** Three times the recordings' bit rate, so that minutes of a track are not loaded when the server is killed. */
const BYTES_PER_SECOND = 24 * 1024;
const TRACK_S = 600;

let server: ServerProcess;
let line: FaultProxy;
beforeEach(async () => {
  server = await startServer();
  line = await startFaultProxy(server.url);
});
afterEach(() => line.close());

inEachEngine('a server killed during playback', (openPage) => {
  test('makes the page wait and report it, and playback resumes at its position when the server is back', async () => {
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
