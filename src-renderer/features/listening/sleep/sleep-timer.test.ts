import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { clearDevice, jsonKey, readDevice, writeDevice } from '#renderer/lib/device-storage.ts';
import type { FakeAudio } from '#tests/support/listening/fake-audio.ts';
import { buildTrack } from '#tests/support/listening/playable-track.ts';
import { createTestEngine, createTestPlayer } from '#tests/support/listening/test-player.ts';
import type { QueuedPlayer } from '../engine/create-player.ts';
import type { PlayerEngine } from '../engine/player-engine.ts';
import { createSavedPositions } from '../engine/saved-positions.ts';
import { nextPause } from './sleep-ending.ts';
import {
  createSleepTimer,
  fadeSeconds,
  SLEEP_MINUTES,
  type SleepTimer,
  sleepShare,
} from './sleep-timer.ts';

const LONG = { duration: 7_200 };
const [one, two] = [buildTrack(1, LONG), buildTrack(2, LONG)] as const;
const list = { surface: 'list' } as const;

const onDevice = jsonKey<unknown>('sleepTimer', (value) => value);

let audio: FakeAudio;
let engine: PlayerEngine;
let player: QueuedPlayer;
let element: { volume: number };
let timer: SleepTimer;
let pauseAt: number;
const status = () => engine.getState().playback.status;
const position = () => engine.getState().time.position;

/** Loads the page: only stored state survives. */
const load = () => {
  ({ audio, engine } = createTestEngine());
  timer = createSleepTimer({ engine, element, nextPause: () => pauseAt });
  player = createTestPlayer(engine, {
    nextInLibrary: ({ id }) => (id === 1 ? two : one),
    stopsAfter: timer.stopsAfter,
  });
};
/** Plays, with a timer of five minutes. */
const playWithTimer = () => {
  player.play(one, 'list');
  audio.begin(7_200);
  timer.setMinutes(5);
};
/** Advances the clock, and playback with it. */
const hear = async (seconds: number) => {
  for (let second = 0; second < seconds; second += 1) {
    await vi.advanceTimersByTimeAsync(1_000);
    if (!audio.paused) audio.advanceTo(audio.currentTime + 1);
  }
};

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-22T22:00:00') });
  element = { volume: 0.8 };
  pauseAt = 0;
  load();
  createSavedPositions(engine).clear();
  load();
});
afterEach(() => {
  timer.cancel();
  player.clear();
});

describe('a sleep timer in minutes', () => {
  test.each([
    ['ahead', 3_600_000],
    ['back', -3_600_000],
  ])('keeps its duration when the clock is set an hour %s', async (_where, change) => {
    playWithTimer();
    await hear(100);
    vi.setSystemTime(Date.now() + change);
    await hear(150);
    expect(timer.isEnding()).toBe(false);
    expect(readDevice(onDevice)).toMatchObject({ endsAt: Date.now() + 50_000 });
    await hear(45);
    expect(timer.isEnding()).toBe(true);
    await hear(10);
    expect(status()).toBe('paused');
  });

  test('fades the sound, and pauses at the position where the fade began', async () => {
    playWithTimer();
    await hear(289);
    expect(element.volume).toBe(0.8);
    expect(timer.isEnding()).toBe(false);
    await hear(6);
    expect(timer.isEnding()).toBe(true);
    expect(element.volume).toBeCloseTo(0.8 * 0.25, 1);
    await hear(6);
    expect(status()).toBe('paused');
    expect(Math.abs(position() - 290)).toBeLessThanOrEqual(1);
    expect(element.volume).toBe(0.8);
    expect(timer.get()).toBeNull();
  });

  test('fades within the rest of a track that is about to end, and starts no other', async () => {
    player.playQueue([one, two], list);
    audio.begin(7_200);
    audio.advanceTo(7_200 - 295);
    timer.setMinutes(5);
    await hear(294);
    expect(element.volume).toBeLessThan(0.8 * 0.3);
    audio.finish();
    expect(status()).toBe('idle');
    expect(element.volume).toBe(0.8);
    expect(timer.get()).toBeNull();
  });

  test('fades over a time that grows with its duration, from ten seconds to two minutes', () => {
    expect(SLEEP_MINUTES.map(fadeSeconds).map(Math.round)).toEqual([
      10, 13, 20, 27, 40, 60, 80, 120,
    ]);
  });

  test('is not undone by an outage during the fade', async () => {
    playWithTimer();
    await hear(292);
    audio.breakDown();
    expect(status()).toBe('recovering');
    expect(element.volume).toBeLessThan(0.8);
    await vi.advanceTimersByTimeAsync(9_000);
    expect(status()).toBe('paused');
    expect(timer.get()).toBeNull();
  });

  test.each([
    ['pauses', () => player.pause()],
    ['moves', () => player.seek(one, 20, 'list')],
    ['plays something else', () => player.play(two, 'list')],
    ['turns it off', () => timer.cancel()],
  ])('ends and restores the volume when the user %s', async (_what, act) => {
    playWithTimer();
    await hear(295);
    act();
    audio.dispatchEvent(new Event('timeupdate'));
    expect(element.volume).toBe(0.8);
    expect(timer.get()).toBeNull();
    await hear(60);
    expect(element.volume).toBe(0.8);
  });

  test('keeps running while playback is paused, and then ends without a fade', async () => {
    playWithTimer();
    await hear(60);
    player.pause();
    expect(timer.get()).toMatchObject({ minutes: 5 });
    await hear(300);
    expect(timer.get()).toBeNull();
    player.play(one, 'list');
    await hear(600);
    expect(element.volume).toBe(0.8);
    expect(audio.paused).toBe(false);
  });
});

test('where a page cannot set the volume, a timer ends at the end of a sentence', async () => {
  element = Object.freeze({
    get volume() {
      return 1;
    },
    set volume(_wanted) {},
  });
  load();
  playWithTimer();
  pauseAt = 305;
  await hear(303);
  expect(audio.paused).toBe(false);
  await hear(3);
  expect(status()).toBe('paused');
  expect(position()).toBe(305);
});

test('the next pause is the end of the current sentence, or now between sentences, in a long one and without timings', () => {
  const timings = [{ start: 10, end: 13 }, { start: 16 }, { start: 20, end: 60 }];
  expect(nextPause(timings, 11)).toBe(13);
  expect(nextPause(timings, 14)).toBe(14);
  expect(nextPause(timings, 17)).toBe(20);
  expect(nextPause(timings, 25)).toBe(25);
  expect(nextPause(timings, 2)).toBe(2);
  expect(nextPause(null, 2)).toBe(2);
});

describe('a sleep timer at the end of this track', () => {
  const toEnd = () => {
    audio.begin(7_200);
    audio.finish();
  };

  test('stops playback there, although the queue has more tracks, and then ends', () => {
    player.setAutoplay(true);
    player.playQueue([one, two], list);
    timer.setTrack(1);
    toEnd();
    expect(status()).toBe('idle');
    expect(timer.get()).toBeNull();
    player.play(one, 'list');
    toEnd();
    expect(status()).toBe('loading');
  });

  test('stops playback even if the track turns out to be broken', async () => {
    player.playQueue([one, two], list);
    timer.setTrack(1);
    for (let load = 0; load < 3; load += 1) {
      audio.breakDown();
      await vi.advanceTimersByTimeAsync(300);
    }
    expect(status()).toBe('idle');
    expect(timer.get()).toBeNull();
  });

  test('stays when the browser refuses to play the track', async () => {
    timer.setTrack(1);
    player.play(one, 'list');
    audio.refuse();
    await vi.advanceTimersByTimeAsync(0);
    expect(status()).toBe('idle');
    expect(timer.get()).toMatchObject({ trackId: 1 });
  });

  test('can be set before the first sound, waits for its track, and ends with another choice', () => {
    timer.setTrack(2);
    player.playQueue([one, two], list);
    toEnd();
    expect(engine.getState().playback.track).toBe(two);
    expect(timer.get()).toMatchObject({ trackId: 2 });
    player.previous();
    expect(timer.get()).toBeNull();
  });

  test('is replaced by a timer in minutes, and by one for the next track', () => {
    player.playQueue([one, two], list);
    timer.setTrack(1);
    timer.setMinutes(20);
    expect(timer.get()).toMatchObject({ minutes: 20 });
    timer.setTrack(1);
    timer.setTrack(2);
    toEnd();
    expect(status()).toBe('loading');
    toEnd();
    expect(status()).toBe('idle');
  });
});

test('a change in another tab sets or cancels the timer', () => {
  player.playQueue([one, two], list);
  writeDevice(onDevice, { trackId: 1, setAt: Date.now() });
  timer.reload();
  expect(timer.get()).toMatchObject({ until: 'track', trackId: 1 });
  clearDevice(onDevice);
  timer.reload();
  expect(timer.get()).toBeNull();
});

test('the share of elapsed time grows, and is 0 without a timer in minutes', async () => {
  expect(sleepShare(timer.get())).toBe(0);
  timer.setMinutes(20);
  await vi.advanceTimersByTimeAsync(5 * 60_000);
  expect(sleepShare(timer.get())).toBeCloseTo(0.25);
  timer.setTrack(1);
  expect(sleepShare(timer.get())).toBe(0);
});

describe('a reload', () => {
  test('keeps a timer in minutes, and one for a track', async () => {
    timer.setMinutes(5);
    await vi.advanceTimersByTimeAsync(60_000);
    load();
    player.play(one, 'list');
    audio.begin(7_200);
    await hear(241);
    expect(status()).toBe('paused');
    timer.setTrack(1);
    load();
    player.playQueue([one, two], list);
    audio.begin(7_200);
    audio.finish();
    expect(status()).toBe('idle');
  });

  test('removes a timer that has expired meanwhile, and later playback is not paused', async () => {
    timer.setMinutes(5);
    vi.setSystemTime(Date.now() + 301_000);
    load();
    expect(timer.get()).toBeNull();
    expect(readDevice(onDevice)).toBeUndefined();
    player.play(one, 'list');
    audio.begin(7_200);
    await hear(600);
    expect(status()).toBe('playing');
  });
});
