import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { listening } from '#tests/e2e/pages/listening.page.ts';
import { fetchesNothing } from './fetches-nothing.ts';
import type { Stage, Trial } from './listening-trial.ts';
import {
  bufferedUntil,
  firstSound,
  progressIn,
  readSound,
  silenceOverTracks,
  watchSound,
} from './silence.ts';

const HOUR_S = 3_600;
/** The calm minutes are heard at the highest speed a browser has; whatever happens is heard at her own. */
const CALM_RATE = 16;
const OUTAGE_MS = 20_000;
const LOCK_MS = 10_000;
/** Half as much again as the recordings need, and less than they need. */
const JUST_ENOUGH = 10 * 1024;
const TOO_NARROW = 2 * 1024;

/** Every silence is counted by the clock and set against the hour that was heard, by the time of its tracks. */
export const LABOUR_HOUR: Trial = {
  rows: [
    {
      name: 'an hour of labour mode: two outages, a locked screen, a reload',
      measures: 'share of the hour that was silent against her will',
      unit: '%',
      atMost: 0.1,
    },
  ],
  isLong: true,
  async run(stage) {
    const { page, proxy } = stage;
    await watchSound(page);
    await preparePage(page);
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
    await listen(() => nearEnd(page));
    await listen(() => outageOverEnd(stage));
    await listen(() => calm(page, 300));
    await pauseOfHers(page);
    await listen(() => nearEnd(page));
    await listen(() => lockedOverEnd(page));
    await listen(() => calm(page, 300));
    silence += await reload(page);
    await listen(() => calm(page, HOUR_S - heard));
    expect(heard).toBeGreaterThan(HOUR_S - 60);
    return [(silence / HOUR_S) * 100];
  },
};

/** The rate of the test for every load, and timers as slow as browsers make them in a page that is hidden. */
async function preparePage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(window, { rate: 1, isLocked: false });
    const obey = () => {
      const rate = Reflect.get(window, 'rate') as number;
      const audio = document.querySelector('audio');
      if (audio && audio.playbackRate !== rate) audio.playbackRate = rate;
    };
    for (const name of ['loadstart', 'ratechange']) document.addEventListener(name, obey, true);
    const isLocked = () => Reflect.get(window, 'isLocked') === true;
    const { setTimeout: once, setInterval: often } = window;
    type Act = (...given: unknown[]) => void;
    Object.assign(window, {
      setTimeout: (act: Act, ms = 0) => once(act, isLocked() ? Math.max(ms, 1_000) : ms),
      setInterval(act: Act, ms = 0) {
        let last = 0;
        return often(() => {
          if (isLocked() && Date.now() - last < 1_000) return;
          last = Date.now();
          act();
        }, ms);
      },
    });
    Object.defineProperty(document, 'hidden', { get: isLocked });
    Object.defineProperty(document, 'visibilityState', {
      get: () => (isLocked() ? 'hidden' : 'visible'),
    });
  });
}

async function setRate(page: Page, rate: number): Promise<void> {
  await page.evaluate((to) => {
    Object.assign(window, { rate: to });
    const audio = document.querySelector('audio');
    if (audio) audio.playbackRate = to;
  }, rate);
}

/** So many seconds of the tracks, wherever one ends. */
async function calm(page: Page, seconds: number): Promise<void> {
  await setRate(page, CALM_RATE);
  const since = Date.now();
  await expect
    .poll(async () => progressIn(await readSound(page, since)), {
      intervals: [500],
      timeout: (seconds / CALM_RATE) * 1_500 + 10_000,
    })
    .toBeGreaterThan(seconds);
  await setRate(page, 1);
}

async function nearEnd(page: Page): Promise<void> {
  await setRate(page, CALM_RATE);
  await page.waitForFunction(
    () => {
      const audio = document.querySelector('audio');
      return audio !== null && audio.duration - audio.currentTime < 15;
    },
    null,
    { timeout: 150_000 },
  );
  await setRate(page, 1);
}

/** The element has used up what it had of its own, and goes on from memory. */
async function outageWithinTrack({ page, proxy }: Stage): Promise<void> {
  await fetchesNothing(page);
  proxy.throttle(TOO_NARROW);
  const own = async () => (await bufferedUntil(page)) - (await listening(page).second());
  await expect.poll(own, { intervals: [100], timeout: 60_000 }).toBeLessThan(8);
  proxy.set({ kind: 'cut' });
  expect(proxy.struck(), 'the line had nothing left to bring').toBeGreaterThan(0);
  await setTimeout(OUTAGE_MS);
  await expect(page.locator('audio')).toHaveAttribute('src', /^blob:/);
  proxy.throttle(null);
  proxy.set(null);
}

/** A track ends and the next one begins with no line. */
async function outageOverEnd({ page, proxy }: Stage): Promise<void> {
  const before = await listening(page).file();
  proxy.set({ kind: 'cut' });
  await hasChanged(page, before);
  await expect(page.locator('audio')).toHaveAttribute('src', /^blob:/);
  await setTimeout(OUTAGE_MS / 2);
  expect(proxy.struck(), 'nobody wanted the line').toBeGreaterThan(0);
  proxy.set(null);
}

async function pauseOfHers(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await expect.poll(() => listening(page).isSilent()).toBe(true);
  const stood = await listening(page).second();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await listening(page).hasMovedPast(stood + 0.3);
}

/** A track ends and the next one begins with nobody looking. */
async function lockedOverEnd(page: Page): Promise<void> {
  const before = await listening(page).file();
  await lock(page, true);
  await hasChanged(page, before);
  await setTimeout(LOCK_MS);
  await lock(page, false);
}

async function lock(page: Page, isLocked: boolean): Promise<void> {
  await page.evaluate((now) => {
    Object.assign(window, { isLocked: now });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isLocked);
}

async function hasChanged(page: Page, before: string | null): Promise<void> {
  await expect
    .poll(() => listening(page).file(), { intervals: [200], timeout: 60_000 })
    .not.toBe(before);
  await listening(page).hasMovedPast(0.5);
}

/** Seconds from the reload to sound: the page comes, and she presses as soon as there is what to press. */
async function reload(page: Page): Promise<number> {
  const since = Date.now();
  const place = await listening(page).second();
  await page.reload();
  // Chromium remembers over a reload that she has pressed something: then it goes on by itself.
  const goesOn = page.getByRole('button', { name: 'Pause', exact: true });
  await goesOn
    .waitFor({ timeout: 3_000 })
    .catch(() => page.getByRole('button', { name: 'Play', exact: true }).click());
  await listening(page).hasMovedPast(place + 0.5);
  return (firstSound(await readSound(page)) - since) / 1_000;
}
