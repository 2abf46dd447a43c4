import type { Browser, Response } from 'playwright';
import { launchBrowser } from '#tests/support/browsers/browser.ts';
import { readGap, watchGap } from '#tests/support/listening/silence.ts';
import { startServerProcess } from '#tests/support/servers/server-process.ts';
import { interleave, type Measurements, median, percentile, row } from './measure.ts';
import { inNewProfile } from './phone.ts';

const ROUNDS = 3;
/** The number of tracks in the shipped library. */
const CHANGES = 10;
/** Seconds of each track that are heard before it ends. */
const LAST_SECONDS = 0.7;
/** The current track is prefetched after two seconds of sound, then the next one. */
const PREFETCH_MS = 20_000;

const isLastPiece = (response: Response) => {
  const range = /^bytes \d+-(\d+)\/(\d+)$/.exec(response.headers()['content-range'] ?? '');
  const isFetched = response.request().resourceType() === 'fetch';
  return isFetched && range !== null && Number(range[1]) === Number(range[2]) - 1;
};

/** Plays all tracks to their ends, with or without prefetching the next one. */
async function readGaps(browser: Browser, server: string, prefetch: boolean): Promise<number[]> {
  return inNewProfile(browser, async (page) => {
    await page.addInitScript(
      (choice) => localStorage.setItem('fetchAhead', choice),
      prefetch ? 'on' : 'off',
    );
    await page.goto(`${server}/home`);
    await watchGap(page);
    const gaps: number[] = [];
    const last = () => page.waitForResponse(isLastPiece, { timeout: PREFETCH_MS });
    let fetched = prefetch ? last().then(last) : Promise.resolve();
    await page.getByRole('button', { name: 'Play all' }).tap();
    for (let change = 1; change <= CHANGES; change += 1) {
      await page.waitForFunction(() => (document.querySelector('audio')?.currentTime ?? 0) > 0.2);
      await fetched;
      const address = await page.locator('audio').getAttribute('src');
      if (prefetch && change > 1 && !address?.startsWith('blob:')) throw new Error('no prefetch');
      // Does not wait after the last change: a pending wait would fail when the page is closed.
      fetched = prefetch && change < CHANGES ? last() : Promise.resolve();
      await page.locator('audio').evaluate((audio: HTMLAudioElement, seconds) => {
        audio.currentTime = audio.duration - seconds;
      }, LAST_SECONDS);
      gaps.push(await readGap(page));
    }
    return gaps;
  });
}

export async function* trackGap(): Measurements {
  await using server = await startServerProcess();
  await using browser = await launchBrowser();
  const { prefetched, streamed } = await interleave(ROUNDS, {
    prefetched: () => readGaps(browser, server.url, true),
    streamed: () => readGaps(browser, server.url, false),
  });
  for (const [name, gaps] of Object.entries({ prefetched, streamed })) {
    yield row(`gap between tracks, ${name}, p50`, median(gaps.flat()), 'ms');
    const p95 = percentile(gaps.flat(), 0.95);
    yield row(`gap between tracks, ${name}, p95`, p95, 'ms', { atMost: 100 });
  }
}
