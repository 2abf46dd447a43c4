import type { Page } from 'playwright';

interface Sample {
  readonly at: number;
  readonly second: number;
}

/** Shorter than an audible gap. */
const SAMPLE_MS = 10;

/** Records the playback position over time in the page. Call before the page is opened. */
export async function watchSound(page: Page): Promise<void> {
  await page.addInitScript(sampleSound, SAMPLE_MS);
}

/** Like `watchSound`, for an open page until it navigates. */
export async function watchSoundFromNow(page: Page): Promise<void> {
  await page.evaluate(sampleSound, SAMPLE_MS);
}

function sampleSound(every: number): void {
  const samples: { at: number; second: number }[] = [];
  Object.assign(window, { soundSamples: samples });
  setInterval(() => {
    const audio = document.querySelector<HTMLAudioElement>('body > audio');
    if (audio) samples.push({ at: Date.now(), second: audio.currentTime });
  }, every);
}

export async function readSound(page: Page, since = 0): Promise<readonly Sample[]> {
  const samples = await page.evaluate(() => Reflect.get(window, 'soundSamples') as unknown);
  // Set by the script above.
  return (samples as Sample[]).filter(({ at }) => at >= since);
}

/** Seconds in which playback stood still or jumped back, in stretches longer than `AUDIBLE_MS`. */
export function silenceIn(samples: readonly Sample[]): number {
  let silence = 0;
  let moved = samples[0];
  for (const sample of samples) {
    if (!moved || sample.second <= moved.second || isJump(moved, sample)) continue;
    const still = sample.at - moved.at;
    if (still > AUDIBLE_MS) silence += still;
    moved = sample;
  }
  const last = samples.at(-1);
  if (moved && last && last.at - moved.at > AUDIBLE_MS) silence += last.at - moved.at;
  return silence / 1_000;
}

/** Measures the milliseconds between a track's `ended` and the next one's `playing` event; see `readGap`. */
export const watchGap = (page: Page) =>
  page.evaluate(() => {
    let endedAt = Number.NaN;
    document.addEventListener('ended', ({ timeStamp }) => (endedAt = timeStamp), true);
    document.addEventListener(
      'playing',
      ({ timeStamp }) => {
        if (Number.isNaN(endedAt)) return;
        Object.assign(window, { gap: timeStamp - endedAt });
        endedAt = Number.NaN;
      },
      true,
    );
  });

/** The gap in milliseconds, once the next track plays. The next call waits for the next gap. */
export async function readGap(page: Page): Promise<number> {
  await page.waitForFunction(() => Reflect.get(window, 'gap') >= 0);
  return page.evaluate(() => {
    const gap = Number(Reflect.get(window, 'gap'));
    Object.assign(window, { gap: Number.NaN });
    return gap;
  });
}

/** End of the buffer: the second to which the element can play without more data. */
export const bufferedUntil = (page: Page) =>
  page.evaluate(() => {
    const audio = document.querySelector<HTMLAudioElement>('body > audio');
    return audio && audio.buffered.length > 0 ? audio.buffered.end(audio.buffered.length - 1) : 0;
  });

/** An element whose remaining bytes are not playable jumps to the end: nothing was heard. */
function isJump(from: Sample, to: Sample): boolean {
  return to.second - from.second > JUMP_S + ((to.at - from.at) / 1_000) * MAX_RATE;
}
const JUMP_S = 5;
const MAX_RATE = 16;

/** Shorter stretches do not count: timers of a busy page are late by as much. */
const AUDIBLE_MS = 60;

/** Milliseconds from this moment until playback gets beyond the furthest position so far. */
export function soundAfter(samples: readonly Sample[], moment: number): number {
  const furthest = Math.max(
    0,
    ...samples.filter(({ at }) => at <= moment).map(({ second }) => second),
  );
  const back = samples.find(({ at, second }) => at > moment && second > furthest + 0.02);
  return back ? back.at - moment : Number.POSITIVE_INFINITY;
}
