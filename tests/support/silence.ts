import type { Page } from 'playwright';

interface Sample {
  readonly at: number;
  readonly second: number;
  readonly rate: number;
}

/** Closer together than a gap that could be heard. */
const SAMPLE_MS = 10;

/** Has the page write down, by the clock, where its sound is. Call before the page is opened. */
export async function watchSound(page: Page): Promise<void> {
  await page.addInitScript(sampleSound, SAMPLE_MS);
}

/** The same of a page that stands open, until it is left. */
export async function watchSoundFromNow(page: Page): Promise<void> {
  await page.evaluate(sampleSound, SAMPLE_MS);
}

function sampleSound(every: number): void {
  const samples: { at: number; second: number; rate: number }[] = [];
  Object.assign(window, { soundSamples: samples });
  setInterval(() => {
    const audio = document.querySelector('audio');
    if (!audio) return;
    samples.push({ at: Date.now(), second: audio.currentTime, rate: audio.playbackRate });
  }, every);
}

export async function readSound(page: Page, since = 0): Promise<readonly Sample[]> {
  const samples = await page.evaluate(() => Reflect.get(window, 'soundSamples') as unknown);
  // Written by the script above.
  return (samples as Sample[]).filter(({ at }) => at >= since);
}

/** Seconds in which the time of the track stood still or was thrown back, longer than one picture of a film. */
export function silenceIn(samples: readonly Sample[]): number {
  let silence = 0;
  let moved = samples[0];
  for (const sample of samples) {
    if (!moved || sample.second <= moved.second || isLeap(moved, sample)) continue;
    const still = sample.at - moved.at;
    if (still > AUDIBLE_MS) silence += still;
    moved = sample;
  }
  const last = samples.at(-1);
  if (moved && last && last.at - moved.at > AUDIBLE_MS) silence += last.at - moved.at;
  return silence / 1_000;
}

const sounds = (before: Sample | undefined, sample: Sample) =>
  before !== undefined && sample.second > before.second && !isLeap(before, sample);

/**
 * The same over several tracks, each of which begins at 0 again. A page that was too busy to look has heard what
 * the track moved on by meanwhile.
 */
export function silenceOverTracks(samples: readonly Sample[]): number {
  let silence = 0;
  let moved = samples[0];
  for (const [index, sample] of samples.entries()) {
    const isLast = index === samples.length - 1;
    if (!moved || !(sounds(samples[index - 1], sample) || isLast)) continue;
    const heard = sounds(moved, sample) ? (sample.second - moved.second) / sample.rate : 0;
    const still = sample.at - moved.at - heard * 1_000;
    if (still > AUDIBLE_MS) silence += still;
    moved = sample;
  }
  return silence / 1_000;
}

/** The moment of the first sound. */
export const firstSound = (samples: readonly Sample[]): number =>
  samples.find((sample, index) => sounds(samples[index - 1], sample))?.at ??
  Number.POSITIVE_INFINITY;

/** Seconds of the tracks that were heard. */
export function progressIn(samples: readonly Sample[]): number {
  return samples.reduce((sum, sample, index) => {
    const before = samples[index - 1];
    return before && sounds(before, sample) ? sum + sample.second - before.second : sum;
  }, 0);
}

/** The second to which the element could play if nothing more came. */
export const bufferedUntil = (page: Page) =>
  page.evaluate(() => {
    const audio = document.querySelector('audio');
    return audio && audio.buffered.length > 0 ? audio.buffered.end(audio.buffered.length - 1) : 0;
  });

/** An element that finds nothing to play in the rest of its bytes is at the end at once: nobody heard that. */
function isLeap(from: Sample, to: Sample): boolean {
  return to.second - from.second > LEAP_S + ((to.at - from.at) / 1_000) * FASTEST;
}
const LEAP_S = 5;
const FASTEST = 16;

/** A timer of a busy page comes late by as much. */
const AUDIBLE_MS = 60;

/** Milliseconds from this moment until the track moves on beyond the second where it stood then. */
export function soundAfter(samples: readonly Sample[], moment: number): number {
  const stood = Math.max(
    0,
    ...samples.filter(({ at }) => at <= moment).map(({ second }) => second),
  );
  const back = samples.find(({ at, second }) => at > moment && second > stood + 0.02);
  return back ? back.at - moment : Number.POSITIVE_INFINITY;
}
