import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright';
import { listening } from '#tests/e2e/pages/listening.page.ts';
import { playerPage } from '#tests/e2e/pages/player.page.ts';
import { expect } from '#tests/support/browsers/expect.ts';
import type { Fault, FaultProxy } from '../servers/fault-proxy.ts';
import type { ServerProcess } from '../servers/server-process.ts';
import { untilPrefetchIsIdle } from './prefetch-idle.ts';
import {
  bufferedUntil,
  readGap,
  readSound,
  silenceIn,
  soundAfter,
  watchGap,
  watchSound,
} from './silence.ts';

/** A fault that `docs/reliability.md` reports. */
export interface ListeningFault {
  readonly name: string;
  readonly measures: string;
  /** Seconds by default. */
  readonly unit?: string;
  readonly atMost: number;
  /** Returns the measured value. */
  run(stage: Stage): Promise<number>;
}

export interface Stage {
  readonly page: Page;
  readonly proxy: FaultProxy;
  readonly server: ServerProcess;
}

/** Three times the recordings' bit rate: most of a track is not loaded yet when the fault begins. */
const NARROW = 24 * 1024;
/** 1.5 times the bit rate, so that the element has buffered little when the prefetch is complete. */
const JUST_ENOUGH = 12 * 1024;
/** Below the bit rate: the buffer drains. */
const TOO_NARROW = 2 * 1024;
/** Chromium decodes in blocks of 32 KiB, so it can stall with up to five seconds received. */
const OWN_BUFFER_S = 8;
/** Maximum backoff plus a second for playback to start. */
const MAX_PAUSE_S = 22;
const PLAYER = '/player/3';
const WAITING = /Waiting for the connection/;
const second = (page: Page) => listening(page).second();
const hasMovedPast = (page: Page, past: number, withinSeconds = 30) =>
  page.waitForFunction((to) => (document.querySelector('audio')?.currentTime ?? 0) > to, past, {
    timeout: withinSeconds * 1_000,
  });
const isFromMemory = (page: Page) => expect(page.locator('audio')).toHaveAttribute('src', /^blob:/);

const isReady = (page: Page) =>
  expect(page.getByText('Fully loaded')).toBeVisible({ timeout: 60_000 });
const responds = (page: Page) =>
  page.evaluate(() =>
    fetch('/healthz').then(
      () => true,
      () => false,
    ),
  );

async function begin({ page, proxy }: Stage, fetchesAhead: boolean) {
  await watchSound(page);
  await page.addInitScript(
    (choice) => localStorage.setItem('fetchAhead', choice),
    fetchesAhead ? 'on' : 'off',
  );
  proxy.throttle(fetchesAhead ? JUST_ENOUGH : NARROW);
  await page.goto(PLAYER);
  await playerPage(page).play.click();
  await hasMovedPast(page, 0.5);
}

/** Starts the fault during the response that is being played. Returns the byte offset reached. */
async function startFault({ page, proxy }: Stage, fault: Fault): Promise<number> {
  proxy.set(fault);
  expect(proxy.struck(), 'the recording was loaded already').toBeGreaterThan(0);
  return bufferedUntil(page);
}

/** Speeds up playback, so that minutes of the track take seconds. */
const setRate = (page: Page, rate: number) =>
  page.locator('audio').evaluate((audio: HTMLAudioElement, by) => {
    audio.defaultPlaybackRate = by;
    audio.playbackRate = by;
  }, rate);

/** Seconds from a seek to sound at the new position. */
async function timeFarSeek(page: Page, to: number): Promise<number> {
  expect(await bufferedUntil(page)).toBeLessThan(to);
  const moved = Date.now();
  await playerPage(page).slider.fill(String(to));
  await hasMovedPast(page, to + 0.3);
  const samples = await readSound(page, moved);
  const back = samples.find(({ second: now }) => now > to + 0.05);
  return ((back?.at ?? Number.POSITIVE_INFINITY) - moved) / 1_000;
}

/** The whole track is in memory; the connection is lost for this many seconds. */
const withinMemory = (name: string, fault: Fault, seconds: number): ListeningFault => ({
  name,
  measures: 'silence in all',
  atMost: 0.5,
  async run(stage) {
    const { page } = stage;
    await begin(stage, true);
    await isReady(page);
    stage.proxy.throttle(TOO_NARROW);
    const ownSeconds = async () => (await bufferedUntil(page)) - (await second(page));
    await expect.poll(ownSeconds, { intervals: [100], timeout: 60_000 }).toBeLessThan(OWN_BUFFER_S);
    const since = Date.now();
    const from = await second(page);
    const own = await startFault(stage, fault);
    expect(own, 'the element still has its own buffer').toBeLessThan(from + seconds);
    await hasMovedPast(page, from + seconds, seconds + 30);
    await isFromMemory(page);
    expect(await page.getByText(WAITING).count()).toBe(0);
    return silenceIn(await readSound(page, since));
  },
});

/** Nothing is in memory: playback waits for the connection; measures the time from reconnection to sound. */
const beyondMemory = (name: string, fault: Fault, seconds = 0): ListeningFault => ({
  name,
  measures: 'silence after the connection is back',
  // Browsers fire no `online` event when a server returns: the player backs off to 15 s plus jitter.
  atMost: seconds > 0 ? MAX_PAUSE_S : 1,
  async run(stage) {
    const { page, proxy } = stage;
    await begin(stage, false);
    await startFault(stage, fault);
    const until = Date.now() + seconds * 1_000;
    await setRate(page, 3);
    await expect(page.getByText(WAITING)).toBeVisible({ timeout: 20_000 });
    await setTimeout(Math.max(0, until - Date.now()));
    if (seconds === 0) await awaitRetries(proxy);
    const stoppedAt = await second(page);
    return timeReconnect(stage, stoppedAt);
  },
});

/** Retries back off; the connection returns right after a retry, when the next one is farthest away. */
async function awaitRetries(proxy: FaultProxy): Promise<void> {
  const before = proxy.struck();
  await expect.poll(() => proxy.struck(), { intervals: [20] }).toBeGreaterThan(before + 3);
}

/**
 * Each page is at a different position. The proxy cuts the connection while the server is dead, so that no buffered
 * bytes arrive.
 */
const serverKilled = (count: number): ListeningFault => ({
  name: `the server is killed while ${count} pages play and is started again, not prefetched`,
  measures: 'silence after the connection is back',
  atMost: MAX_PAUSE_S,
  async run(stage) {
    const { page, server } = stage;
    const others = await Promise.all(Array.from({ length: count - 1 }, () => openPage(stage)));
    const pages = [page, ...others];
    for (const [index, each] of pages.entries()) {
      await begin({ ...stage, page: each }, false);
      await timeFarSeek(each, 30 * (index + 1));
    }
    await server.stop('SIGKILL');
    await startFault(stage, CUT);
    for (const each of pages) await setRate(each, 3);
    for (const each of pages) {
      await expect(each.getByText(WAITING)).toBeVisible({ timeout: 30_000 });
    }
    const stoppedAt = await Promise.all(pages.map(second));
    await server.restart();
    const silences = await Promise.all(
      pages.map((each, index) => timeReconnect({ ...stage, page: each }, stoppedAt[index] ?? 0)),
    );
    for (const other of others) await other.context().close();
    return Math.max(...silences);
  },
});

async function openPage({ page, proxy }: Stage): Promise<Page> {
  const context = await page.context().browser()?.newContext({ baseURL: proxy.url });
  if (!context) throw new Error('the context has no browser');
  return context.newPage();
}

async function timeReconnect({ page, proxy }: Stage, stoppedAt: number) {
  const returned = Date.now();
  proxy.throttle(null);
  proxy.set(null);
  await hasMovedPast(page, stoppedAt + 0.3);
  const samples = await readSound(page);
  const back = samples.find(({ at, second: now }) => at > returned && now > stoppedAt + 0.02);
  expect(Math.abs((back?.second ?? 0) - stoppedAt)).toBeLessThan(0.5);
  return soundAfter(samples, returned) / 1_000;
}

/**
 * The response itself is corrupt from the middle of the track to its end; later requests are correct. Playback is
 * accelerated until shortly before that position.
 */
const wrongAnswer = (name: string, fault: Fault): ListeningFault => ({
  name,
  measures: 'silence in all',
  atMost: 1,
  async run(stage) {
    const { page, proxy } = stage;
    proxy.set(fault);
    await begin(stage, false);
    expect(proxy.struck(), 'the fault struck before playback began').toBe(0);
    await expect
      .poll(() => proxy.struck(), { intervals: [20], timeout: 30_000 })
      .toBeGreaterThan(0);
    proxy.throttle(null);
    proxy.set(null);
    expect(await second(page), 'playback passed the fault').toBeLessThan(WRONG_SECOND - 5);
    await setRate(page, 3);
    await hasMovedPast(page, WRONG_SECOND - 5);
    await setRate(page, 1);
    const since = Date.now();
    await page.waitForFunction(
      ([from, to]) => {
        const now = document.querySelector('audio')?.currentTime ?? 0;
        return now > from && now < to;
      },
      [WRONG_SECOND + 5, WRONG_SECOND + 60] as const,
      { timeout: 30_000 },
    );
    return silenceIn(await readSound(page, since));
  },
});

/** The first file of a queue is broken: the error is shown and the next file plays. */
const badFile = (name: string, fault: Fault): ListeningFault => ({
  name,
  measures: 'silence after the fault',
  atMost: 3,
  async run({ page, proxy }) {
    await watchSound(page);
    proxy.set(fault);
    await page.goto('/tracks');
    const tapped = Date.now();
    await page.getByRole('button', { name: 'Play all' }).click();
    await expect(listening(page).toast('Error playing audio. Please try again.')).toBeVisible();
    await hasMovedPast(page, 0.2);
    await expect(listening(page).bar).not.toContainText(FIRST_TITLE);
    return soundAfter(await readSound(page), tapped) / 1_000;
  },
});
/** The first track of the shipped library. */
const FIRST_TITLE = 'Morning Prayer & Meditation';
const FIRST_FILE = 'morning-prayer';

const SIGN_IN_PAGE = '<!doctype html><title>Sign in to the Wi-Fi</title>';
const CUT: Fault = { kind: 'cut' };
const FROZEN: Fault = { kind: 'frozen' };
const answered = (status: number): Fault => ({ kind: 'answered', status });
/** Where the fault begins: after the recording's tags and 45 s of sound at 64 kbit/s. */
const WRONG_SECOND = 45;
const WRONG_BYTE = 27_000 + WRONG_SECOND * 8_000;

export const LISTENING_FAULTS: readonly ListeningFault[] = [
  withinMemory('the connection is cut for 10 s, prefetched', CUT, 10),
  withinMemory('the connection is cut for 40 s, prefetched', CUT, 40),
  withinMemory('the connection is cut for 3 min, prefetched', CUT, 180),
  withinMemory('no bytes arrive for 40 s, prefetched', FROZEN, 40),
  withinMemory('the server answers 500 for 40 s, prefetched', answered(500), 40),
  {
    name: 'a far seek while the connection is cut, prefetched',
    measures: 'silence after the fault',
    atMost: 1,
    async run(stage) {
      const { page } = stage;
      await begin(stage, true);
      await isReady(page);
      await startFault(stage, CUT);
      const silence = await timeFarSeek(page, 480);
      await isFromMemory(page);
      return silence;
    },
  },
  {
    name: 'a track ends while the connection is cut, the next one prefetched',
    measures: 'silence after the fault',
    atMost: 0.3,
    async run({ page, proxy }) {
      await watchSound(page);
      await page.goto('/tracks');
      await page.getByRole('button', { name: 'Play all' }).click();
      await hasMovedPast(page, 0.5);
      const first = await page.locator('audio').getAttribute('src');
      // After two seconds of sound this track and the next one are prefetched.
      await hasMovedPast(page, 6);
      await untilPrefetchIsIdle(page);
      proxy.set(CUT);
      expect(await responds(page)).toBe(false);
      await watchGap(page);
      await page.locator('audio').evaluate((audio: HTMLAudioElement) => {
        audio.currentTime = audio.duration - 0.4;
      });
      await expect(page.locator('audio')).not.toHaveAttribute('src', first ?? '');
      const gap = await readGap(page);
      await isFromMemory(page);
      return gap / 1_000;
    },
  },
  beyondMemory('the connection is cut, nothing fetched ahead', CUT),
  beyondMemory('the connection is cut for 40 s, nothing fetched ahead', CUT, 40),
  beyondMemory('the connection is cut for 3 min, nothing fetched ahead', CUT, 180),
  beyondMemory('no bytes arrive, nothing fetched ahead', FROZEN),
  ...[500, 503, 429, 403, 404].map((status) =>
    beyondMemory(`the server answers ${status} to everything`, answered(status)),
  ),
  beyondMemory("a hotel's sign-in page answers everything", {
    kind: 'answered',
    status: 200,
    type: 'text/html',
    body: SIGN_IN_PAGE,
  }),
  serverKilled(10),
  wrongAnswer('a response breaks off in the middle', { kind: 'broken-off', after: WRONG_BYTE }),
  wrongAnswer('the recording ends too soon', { kind: 'shortened', to: WRONG_BYTE }),
  wrongAnswer('the bytes are noise from the middle on', { kind: 'corrupted', from: WRONG_BYTE }),
  {
    name: 'every response is a second late: the first press, and a far seek',
    measures: 'silence after the fault',
    atMost: 2,
    async run({ page, proxy }) {
      await watchSound(page);
      await page.addInitScript(() => localStorage.setItem('fetchAhead', 'off'));
      await page.goto(PLAYER);
      await expect(playerPage(page).play).toBeVisible();
      proxy.set({ kind: 'delayed', ms: 1_000 });
      const tapped = Date.now();
      await playerPage(page).play.click();
      await hasMovedPast(page, 0.2);
      const first = soundAfter(await readSound(page), tapped) / 1_000;
      return Math.max(first, await timeFarSeek(page, 480));
    },
  },
  badFile('a recording is missing', { kind: 'refused', status: 404, has: FIRST_FILE }),
  badFile('a recording has other bytes', {
    kind: 'refused',
    status: 200,
    type: 'audio/mpeg',
    body: 'this was never a recording',
    has: FIRST_FILE,
  }),
  badFile('a recording is an HTML page', {
    kind: 'refused',
    status: 200,
    type: 'text/html',
    body: SIGN_IN_PAGE,
    has: FIRST_FILE,
  }),
];
