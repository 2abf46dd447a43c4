import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { playerPage } from '#tests/e2e/pages/player.page.ts';
import type { Fault, FaultProxy } from './fault-proxy.ts';
import { readSound, silenceIn, soundAfter, watchSound } from './silence.ts';

/** One of the faults of `docs/reliability.md`, and how it is measured. */
export interface ListeningFault {
  readonly name: string;
  /** What is measured, in seconds. */
  readonly measures:
    | 'silence in all'
    | 'silence after the line is back'
    | 'silence after the fault';
  readonly atMost: number;
  run(stage: Stage): Promise<number>;
}

interface Stage {
  readonly page: Page;
  readonly proxy: FaultProxy;
}

/** Twice what the recording needs: the element is never far ahead of what is heard. */
const NARROW = 24 * 1024;
const PLAYER = '/player/3';
const WAITING = /Waiting for the connection/;
const second = (page: Page) =>
  page.evaluate(() => document.querySelector('audio')?.currentTime ?? 0);
const hasMovedPast = (page: Page, past: number) =>
  page.waitForFunction((to) => (document.querySelector('audio')?.currentTime ?? 0) > to, past);

async function begin({ page, proxy }: Stage, fetchesAhead: boolean) {
  await watchSound(page);
  await page.addInitScript(
    (choice) => localStorage.setItem('fetchAhead', choice),
    fetchesAhead ? 'on' : 'off',
  );
  proxy.throttle(NARROW);
  await page.goto(PLAYER);
  await playerPage(page).play.click();
  await hasMovedPast(page, 0.5);
}

const countPieces = (page: Page) =>
  page.evaluate(
    () =>
      performance.getEntriesByType('resource').filter(({ name }) => /\/audio\//.test(name)).length,
  );

/** Faster than life, so that minutes of the track are seconds of the test. */
const hurry = (page: Page, rate: number) =>
  page.locator('audio').evaluate((audio: HTMLAudioElement, by) => {
    audio.defaultPlaybackRate = by;
    audio.playbackRate = by;
  }, rate);

/** All of the track is in memory, and then the line goes for so many seconds of it. */
const withinMemory = (name: string, fault: Fault, seconds: number): ListeningFault => ({
  name,
  measures: 'silence in all',
  atMost: 0.5,
  async run(stage) {
    const { page, proxy } = stage;
    await begin(stage, true);
    await expect(page.getByText('Ready to the end')).toBeVisible();
    const from = await second(page);
    proxy.set(fault);
    const half = Math.min(5, seconds / 2);
    const first = await silenceWhile(page, () => hasMovedPast(page, from + half));
    // What lies between is skipped: nobody waits for minutes.
    const later = from + seconds - half;
    if (seconds > 2 * half) await playerPage(page).slider.fill(String(later));
    await hasMovedPast(page, later);
    const last = await silenceWhile(page, () => hasMovedPast(page, from + seconds));
    expect(await page.getByText(WAITING).count()).toBe(0);
    return first + last;
  },
});

async function silenceWhile(page: Page, goOn: () => Promise<unknown>): Promise<number> {
  const since = Date.now();
  await goOn();
  return silenceIn(await readSound(page, since));
}

/** Nothing is in memory: it waits for the line, and what counts is how soon after it sounds. */
const beyondMemory = (name: string, fault: Fault): ListeningFault => ({
  name,
  measures: 'silence after the line is back',
  atMost: 1,
  async run(stage) {
    const { page, proxy } = stage;
    await begin(stage, false);
    proxy.set(fault);
    await hurry(page, 3);
    await expect(page.getByText(WAITING)).toBeVisible({ timeout: 20_000 });
    // Between two questions, and not at once after one.
    await page.waitForTimeout(900);
    const stood = await second(page);
    return lineReturns(stage, stood);
  },
});

async function lineReturns({ page, proxy }: Stage, stood: number) {
  const returned = Date.now();
  proxy.throttle(null);
  proxy.set(null);
  await hasMovedPast(page, stood + 0.3);
  const samples = await readSound(page);
  const back = samples.find(({ at, second: now }) => at > returned && now > stood + 0.02);
  expect(Math.abs((back?.second ?? 0) - stood)).toBeLessThan(0.5);
  return soundAfter(samples, returned) / 1_000;
}

/** The answers themselves are wrong, from before the first sound until it has begun. */
const wrongAnswer = (name: string, fault: Fault, faultEndsAt: number): ListeningFault => ({
  name,
  measures: 'silence in all',
  atMost: 1,
  async run(stage) {
    const { page, proxy } = stage;
    proxy.set(fault);
    await begin(stage, false);
    proxy.throttle(null);
    proxy.set(null);
    const since = Date.now();
    await hasMovedPast(page, faultEndsAt + 1.5);
    return silenceIn(await readSound(page, since));
  },
});

/** The first file of a queue is at fault: it is told, and the next one sounds. */
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
    await expect(page.locator('.toast')).toContainText('Error playing audio. Please try again.');
    await hasMovedPast(page, 0.2);
    await expect(page.getByRole('complementary', { name: 'Now playing' })).not.toContainText(
      FIRST_TITLE,
    );
    return soundAfter(await readSound(page), tapped) / 1_000;
  },
});
/** The first of the shipped library. */
const FIRST_TITLE = 'Morning Prayer & Meditation';
const FIRST_FILE = 'morning-prayer';

const HOTEL = '<!doctype html><title>Sign in to the Wi-Fi</title>';
const CUT: Fault = { kind: 'cut' };
const FROZEN: Fault = { kind: 'frozen' };
const answered = (status: number): Fault => ({ kind: 'answered', status });
/** Five seconds of the shipped recordings. */
const FIVE_SECONDS = 60_000;

export const LISTENING_FAULTS: readonly ListeningFault[] = [
  withinMemory('the line is cut for 10 s, fetched ahead', CUT, 10),
  withinMemory('the line is cut for 40 s, fetched ahead', CUT, 40),
  withinMemory('the line is cut for 3 min, fetched ahead', CUT, 180),
  withinMemory('nothing comes for 40 s, fetched ahead', FROZEN, 40),
  withinMemory('the server answers 500 for 40 s, fetched ahead', answered(500), 40),
  {
    name: 'she moves to a far place while the line is cut, fetched ahead',
    measures: 'silence after the fault',
    atMost: 1,
    async run(stage) {
      const { page, proxy } = stage;
      await begin(stage, true);
      await expect(page.getByText('Ready to the end')).toBeVisible();
      proxy.set(CUT);
      const moved = Date.now();
      await playerPage(page).slider.fill('480');
      await hasMovedPast(page, 480.3);
      const samples = await readSound(page, moved);
      const back = samples.find(({ second: now }) => now > 480.05);
      return ((back?.at ?? Number.POSITIVE_INFINITY) - moved) / 1_000;
    },
  },
  {
    name: 'a track ends while the line is cut, the next one fetched ahead',
    measures: 'silence after the fault',
    atMost: 0.3,
    async run({ page, proxy }) {
      await watchSound(page);
      await page.goto('/tracks');
      await page.getByRole('button', { name: 'Play all' }).click();
      await hasMovedPast(page, 0.5);
      const first = await page.locator('audio').getAttribute('src');
      // Both tracks are in memory when no piece has been asked for in a while.
      let pieces = 0;
      await expect
        .poll(
          async () => {
            const before = pieces;
            pieces = await countPieces(page);
            return pieces > 40 && pieces === before;
          },
          { intervals: [1_000], timeout: 40_000 },
        )
        .toBe(true);
      proxy.set(CUT);
      await page.evaluate(() => {
        let endedAt = Number.NaN;
        document.addEventListener('ended', ({ timeStamp }) => (endedAt = timeStamp), true);
        document.addEventListener(
          'playing',
          ({ timeStamp }) => Object.assign(window, { gap: timeStamp - endedAt }),
          true,
        );
        const audio = document.querySelector('audio');
        if (audio) audio.currentTime = audio.duration - 0.4;
      });
      await expect(page.locator('audio')).not.toHaveAttribute('src', first ?? '');
      await page.waitForFunction(() => Reflect.get(window, 'gap') >= 0);
      return (await page.evaluate(() => Reflect.get(window, 'gap') as number)) / 1_000;
    },
  },
  beyondMemory('the line is cut, nothing fetched ahead', CUT),
  beyondMemory('nothing comes, nothing fetched ahead', FROZEN),
  beyondMemory('the server answers 500 to everything', answered(500)),
  beyondMemory('the server answers 503 to everything', answered(503)),
  beyondMemory('the server answers 429 to everything', answered(429)),
  beyondMemory('a proxy answers 403 to everything', answered(403)),
  beyondMemory('a proxy answers 404 to everything', answered(404)),
  beyondMemory("a hotel's sign-in page answers everything", {
    kind: 'answered',
    status: 200,
    type: 'text/html',
    body: HOTEL,
  }),
  {
    name: 'the browser says that it is offline',
    measures: 'silence after the line is back',
    atMost: 1,
    async run(stage) {
      const { page, proxy } = stage;
      await begin(stage, false);
      await page.context().setOffline(true);
      proxy.set(CUT);
      await expect(page.getByText(WAITING)).toBeVisible({ timeout: 20_000 });
      const stood = await second(page);
      proxy.throttle(null);
      proxy.set(null);
      const returned = Date.now();
      await page.context().setOffline(false);
      await hasMovedPast(page, stood + 0.3);
      return soundAfter(await readSound(page), returned) / 1_000;
    },
  },
  {
    name: 'the line is cut before the first sound',
    measures: 'silence after the line is back',
    atMost: 1,
    async run({ page, proxy }) {
      await watchSound(page);
      await page.goto(PLAYER);
      await expect(playerPage(page).play).toBeVisible();
      proxy.set(CUT);
      await playerPage(page).play.click();
      await expect(page.getByText(WAITING)).toBeVisible({ timeout: 20_000 });
      await page.waitForTimeout(900);
      const returned = Date.now();
      proxy.set(null);
      await hasMovedPast(page, 0.2);
      return soundAfter(await readSound(page), returned) / 1_000;
    },
  },
  wrongAnswer('an answer breaks off in the middle', { kind: 'broken-off', after: FIVE_SECONDS }, 5),
  wrongAnswer('the recording ends too soon', { kind: 'shortened', to: FIVE_SECONDS }, 5),
  wrongAnswer(
    'the bytes are noise from the fifth second on',
    { kind: 'corrupted', from: FIVE_SECONDS },
    5,
  ),
  wrongAnswer('every answer is a second late', { kind: 'delayed', ms: 1_000 }, 3),
  {
    name: 'the address is no longer good, and the library has a new one',
    measures: 'silence after the fault',
    atMost: 1,
    async run(stage) {
      const { page, proxy } = stage;
      await page.route('**/rest/v1/audio_content?select=audio_url*', async (route) => {
        const answer = await route.fetch();
        const rows = (await answer.json()) as { audio_url: string }[];
        await route.fulfill({
          response: answer,
          json: rows.map(({ audio_url }) => ({ audio_url: `${audio_url}?token=new` })),
        });
      });
      await begin(stage, false);
      proxy.set({ kind: 'refused', status: 403, hasNot: 'token=new' });
      const stood = await second(page);
      const moved = Date.now();
      // Where the element has nothing yet, and has to ask.
      await playerPage(page).slider.fill('300');
      proxy.throttle(null);
      await hasMovedPast(page, 300.3);
      expect(stood).toBeLessThan(10);
      const samples = await readSound(page, moved);
      const back = samples.find(({ second: now }) => now > 300.05);
      return ((back?.at ?? Number.POSITIVE_INFINITY) - moved) / 1_000;
    },
  },
  badFile('a recording is missing', { kind: 'refused', status: 404, has: FIRST_FILE }),
  badFile('a recording is no recording', {
    kind: 'refused',
    status: 200,
    type: 'audio/mpeg',
    body: 'this was never a recording',
    has: FIRST_FILE,
  }),
  badFile('a page stands where a recording should be', {
    kind: 'refused',
    status: 200,
    type: 'text/html',
    body: HOTEL,
    has: FIRST_FILE,
  }),
];
