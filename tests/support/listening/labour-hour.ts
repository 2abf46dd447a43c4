import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { listening } from '#tests/e2e/pages/listening.page.ts';
import type { ListeningFault, Stage } from './listening-faults.ts';
import { untilPrefetchIsIdle } from './prefetch-idle.ts';
import {
  bufferedUntil,
  firstSound,
  progressIn,
  readSound,
  silenceOverTracks,
  watchSound,
} from './silence.ts';

const HOUR_S = 3_600;
/** Undisturbed minutes play at the browser's highest rate; incidents play at normal speed. */
const FAST_RATE = 16;
const OUTAGE_MS = 20_000;
/** 1.5 times the recordings' bit rate; the next one is below the bit rate. */
const JUST_ENOUGH = 10 * 1024;
const TOO_NARROW = 2 * 1024;

/** Compares the silence in real time with an hour of playback time. */
export const LABOUR_HOUR: ListeningFault = {
  name: 'an hour of labour mode: two outages and a reload',
  measures: 'share of the hour that was silent',
  unit: '%',
  atMost: 0.1,
  async run(stage) {
    const { page, proxy } = stage;
    await watchSound(page);
    proxy.throttle(JUST_ENOUGH);
    await page.goto('/home');
    await page.getByRole('link', { name: /^Labour mode/ }).click();
    await listening(page).hasMovedPast(0.3);
    let silence = 0;
    let heard = 0;
    const listen = async (part: () => Promise<unknown>) => {
      const since = Date.now();
      await part();
      const samples = await readSound(page, since);
      silence += silenceOverTracks(samples);
      heard += progressIn(samples);
    };
    await listen(() => outageWithinTrack(stage));
    await listen(() => playToNearEnd(page));
    await listen(() => outageOverEnd(stage));
    await listen(() => playUndisturbed(page, 600));
    silence += await reload(page);
    await listen(() => playUndisturbed(page, HOUR_S - heard));
    expect(heard).toBeGreaterThan(HOUR_S - 60);
    return (silence / HOUR_S) * 100;
  },
};

/** Sets the rate of the current track; the default rate applies to the following tracks. */
const setRate = (page: Page, rate: number) =>
  listening(page).audio.evaluate((audio: HTMLAudioElement, to) => {
    audio.defaultPlaybackRate = to;
    audio.playbackRate = to;
  }, rate);

/** Plays this many seconds, across track boundaries. */
async function playUndisturbed(page: Page, seconds: number): Promise<void> {
  await setRate(page, FAST_RATE);
  const since = Date.now();
  const played = async () => progressIn(await readSound(page, since));
  const timeout = (seconds / FAST_RATE) * 1_500 + 10_000;
  await expect.poll(played, { intervals: [500], timeout }).toBeGreaterThan(seconds);
  await setRate(page, 1);
}

async function playToNearEnd(page: Page): Promise<void> {
  await setRate(page, FAST_RATE);
  const left = () =>
    listening(page).audio.evaluate((audio: HTMLAudioElement) => audio.duration - audio.currentTime);
  await expect.poll(left, { intervals: [100], timeout: 150_000 }).toBeLessThan(15);
  await setRate(page, 1);
}

/** The element has used up its own buffer and continues from the prefetch buffer. */
async function outageWithinTrack({ page, proxy }: Stage): Promise<void> {
  await untilPrefetchIsIdle(page);
  proxy.throttle(TOO_NARROW);
  const own = async () => (await bufferedUntil(page)) - (await listening(page).second());
  await expect.poll(own, { intervals: [100], timeout: 60_000 }).toBeLessThan(8);
  proxy.set({ kind: 'cut' });
  expect(proxy.struck(), 'everything had arrived already').toBeGreaterThan(0);
  await setTimeout(OUTAGE_MS);
  await expect(page.locator('audio')).toHaveAttribute('src', /^blob:/);
  proxy.throttle(null);
  proxy.set(null);
}

/** A track ends and the next one begins without a connection. */
async function outageOverEnd({ page, proxy }: Stage): Promise<void> {
  const before = await listening(page).file();
  proxy.set({ kind: 'cut' });
  const file = () => listening(page).file();
  await expect.poll(file, { intervals: [200], timeout: 60_000 }).not.toBe(before);
  await listening(page).hasMovedPast(0.5);
  await expect(page.locator('audio')).toHaveAttribute('src', /^blob:/);
  await setTimeout(OUTAGE_MS / 2);
  proxy.set(null);
}

/** Seconds from the reload to sound; presses play as soon as the button appears. */
async function reload(page: Page): Promise<number> {
  const since = Date.now();
  const second = await listening(page).second();
  await page.reload();
  // Chromium remembers the user gesture over a reload and then resumes automatically.
  await page
    .getByRole('button', { name: 'Pause', exact: true })
    .waitFor({ timeout: 3_000 })
    .catch(() => page.getByRole('button', { name: 'Play', exact: true }).click());
  await listening(page).hasMovedPast(second + 0.5);
  return (firstSound(await readSound(page)) - since) / 1_000;
}
