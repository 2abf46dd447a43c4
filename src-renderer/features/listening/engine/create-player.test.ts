import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { FakeConnection } from '#tests/support/browsers/fake-connection.ts';
import type { FakeAudio } from '#tests/support/listening/fake-audio.ts';
import { buildTrack } from '#tests/support/listening/playable-track.ts';
import { createTestEngine, createTestPlayer } from '#tests/support/listening/test-player.ts';
import type { QueuedPlayer } from './create-player.ts';
import type { PlayerEngine } from './player-engine.ts';
import { createSavedPositions } from './saved-positions.ts';

const one = buildTrack(1);
const two = buildTrack(2);
const three = buildTrack(3);
const other = buildTrack(9);
const list = { surface: 'list' } as const;

let audio: FakeAudio;
let connection: FakeConnection;
let engine: PlayerEngine;
let player: QueuedPlayer;
/** The sleep timer lets nothing play after this track. */
let stops: boolean;
const hidden = new Set<number>();
const loaded = () => engine.getState().playback.track;
const status = () => engine.getState().playback.status;

const hearToTheEnd = () => {
  audio.begin();
  audio.finish();
};

beforeEach(() => {
  vi.useFakeTimers();
  ({ audio, connection, engine } = createTestEngine());
  hidden.clear();
  const positions = createSavedPositions(engine);
  positions.clear();
  stops = false;
  player = createTestPlayer(engine, {
    positions,
    isListed: (id) => !hidden.has(id),
    stopsAfter: () => stops,
  });
});
afterEach(() => {
  engine.stop();
});

describe('skipping ten seconds forward at the end', () => {
  test('ends the track once, and a second quick press starts nothing', () => {
    let ends = 0;
    engine.onEvent(({ type }) => {
      if (type === 'ended') ends += 1;
    });
    player.play(one, 'player');
    audio.begin();
    audio.advanceTo(595);
    player.skip(one, 10, 'player');
    player.skip(one, 10, 'player');
    expect(ends).toBe(1);
    expect(loaded()).toBeNull();
    expect(status()).toBe('idle');
    vi.advanceTimersByTime(2_000);
    player.skip(one, 10, 'player');
    expect(loaded()).toBe(one);
  });
});

describe('play all', () => {
  test('plays the tracks in order, each from its beginning, and then stops', () => {
    player.playQueue([one, two, three], list);
    for (const track of [one, two, three]) {
      expect(loaded()).toBe(track);
      audio.begin();
      expect(audio.currentTime).toBe(0);
      hearToTheEnd();
    }
    expect(status()).toBe('idle');
    expect(player.getQueue().tracks).toEqual([]);
  });

  test('plays no track that the owner has hidden meanwhile; one that is playing ends and is not repeated', () => {
    player.playQueue([one, two, three], { ...list, repeat: 'all' });
    audio.begin();
    hidden.add(1).add(2);
    player.dropUnlisted();
    expect(player.getQueue().tracks).toEqual([one, three]);
    expect(status()).toBe('playing');
    hearToTheEnd();
    expect(loaded()).toBe(three);
    hearToTheEnd();
    expect(loaded()).toBe(three);
  });

  test('repeats all tracks or one track, or stops after the current track', () => {
    player.playQueue([one, two], { ...list, start: 1, repeat: 'all' });
    hearToTheEnd();
    expect(loaded()).toBe(one);
    player.setRepeat('one');
    hearToTheEnd();
    expect(loaded()).toBe(one);
    stops = true;
    hearToTheEnd();
    expect(status()).toBe('idle');
    expect(player.getQueue()).toMatchObject({ offer: two });
    player.play(two, 'list');
    expect(player.getQueue()).toMatchObject({ tracks: [one, two], at: 1, offer: null });
  });

  test('skips to the next and previous track; after a few seconds, Previous restarts the same track', () => {
    player.playQueue([one, two, three], list);
    audio.begin();
    player.next();
    expect(loaded()).toBe(two);
    audio.begin();
    audio.advanceTo(12);
    player.previous();
    expect(loaded()).toBe(two);
    expect(audio.currentTime).toBe(0);
    audio.advanceTo(2);
    player.previous();
    expect(loaded()).toBe(one);
    audio.begin();
    player.next();
    player.next();
    player.next();
    expect(loaded()).toBe(three);
  });

  test('skips a missing file, and stops if all are missing', async () => {
    connection.answer = 'gone';
    player.playQueue([one, two, three], { ...list, repeat: 'all' });
    audio.breakDown();
    await vi.advanceTimersByTimeAsync(10);
    expect(loaded()).toBe(two);
    audio.breakDown();
    await vi.advanceTimersByTimeAsync(10);
    expect(loaded()).toBe(three);
    audio.breakDown();
    await vi.advanceTimersByTimeAsync(10);
    expect(status()).toBe('idle');
  });

  test('keeps the next track loaded if the browser refuses to play it', async () => {
    player.playQueue([one, two], list);
    hearToTheEnd();
    audio.refuse();
    await vi.advanceTimersByTimeAsync(0);
    expect(engine.getState().playback).toMatchObject({ track: two, status: 'failed' });
  });

  test('is replaced by a track outside the queue, and continues with a track of the queue', () => {
    player.playQueue([one, two, three], list);
    player.play(three, 'list');
    expect(player.getQueue()).toMatchObject({ tracks: [one, two, three], at: 2 });
    player.play(other, 'list');
    expect(player.getQueue()).toMatchObject({ tracks: [other], at: 0 });
  });
});

describe('a single track', () => {
  test('starts at the beginning if a shorter recording has replaced the interrupted one', () => {
    player.play(one, 'list');
    audio.begin();
    audio.advanceTo(400);
    player.stop();
    player.play({ ...one, duration: 300 }, 'list');
    expect(engine.getState().time.position).toBe(0);
  });

  test('is repeated if the user chose this before its first sound, but the next track is not repeated', () => {
    player.setRepeat('one');
    player.play(one, 'list');
    hearToTheEnd();
    expect(loaded()).toBe(one);
    player.play(two, 'list');
    hearToTheEnd();
    expect(status()).toBe('idle');
  });
});

test('eight hours of tracks, loops and outages leak neither timers nor listeners', async () => {
  const added = vi.spyOn(audio, 'addEventListener');
  player.playQueue([one, two, three], { ...list, repeat: 'all' });
  let ends = 0;
  engine.onEvent(({ type }) => {
    if (type === 'ended') ends += 1;
  });
  for (let quarter = 0; quarter < 8 * 6; quarter += 1) {
    audio.begin();
    for (let second = 10; second < 600; second += 10) {
      audio.advanceTo(second);
      await vi.advanceTimersByTimeAsync(10);
    }
    connection.answer = 'lost';
    audio.breakDown();
    await vi.advanceTimersByTimeAsync(60_000);
    connection.answer = 'good';
    await vi.advanceTimersByTimeAsync(21_500);
    audio.begin();
    expect(vi.getTimerCount()).toBe(1);
    hearToTheEnd();
  }
  expect(ends).toBe(48);
  expect(status()).toBe('loading');
  expect(added).not.toHaveBeenCalled();
  player.pause();
  expect(vi.getTimerCount()).toBe(0);
});
