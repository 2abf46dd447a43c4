import { beforeEach, describe, expect, test } from 'vitest';
import type { PlayableTrack } from '#renderer/data/playback.ts';
import type { FakeAudio } from '#tests/support/listening/fake-audio.ts';
import { buildTrack } from '#tests/support/listening/playable-track.ts';
import { createTestEngine } from '#tests/support/listening/test-player.ts';
import type { PlayerEngine } from './player-engine.ts';
import { createSavedPositions, type SavedPositions } from './saved-positions.ts';

const sleep = buildTrack(8);
const psalms = buildTrack(4);

let audio: FakeAudio;
let engine: PlayerEngine;
let positions: SavedPositions;

const start = () => {
  ({ audio, engine } = createTestEngine());
  positions = createSavedPositions(engine);
};
const hear = (track: PlayableTrack, until: number) => {
  engine.play(track, { surface: 'list' });
  audio.begin();
  audio.advanceTo(until);
};

beforeEach(() => {
  start();
  positions.clear();
});

describe('the position of an interrupted track', () => {
  test('is saved during playback, because a page may vanish', () => {
    hear(sleep, 372);
    expect(positions.find(sleep)).toBe(372);
    audio.advanceTo(374);
    expect(positions.find(sleep)).toBe(372);
    audio.advanceTo(377);
    expect(positions.find(sleep)).toBe(377);
  });

  test('is saved when another track replaces it, which is then listed first', () => {
    hear(sleep, 372);
    audio.advanceTo(374);
    hear(psalms, 60);
    engine.pause();
    expect(positions.list()).toMatchObject([
      { id: 4, position: 60 },
      { id: 8, position: 374 },
    ]);
  });

  test('is restored by the next page on this device', () => {
    hear(sleep, 372);
    engine.pause();
    start();
    expect(positions.find(sleep)).toBe(372);
    expect(positions.list()).toMatchObject([{ id: 8, position: 372, duration: 600 }]);
  });

  test('is removed when the track was played to its end', () => {
    hear(sleep, 372);
    audio.finish();
    expect(positions.list()).toEqual([]);
  });

  test.each([2, 597])('is not saved at second %d, at the beginning or end', (second) => {
    hear(sleep, second);
    engine.pause();
    expect(positions.find(sleep)).toBe(0);
  });

  test('is not saved if the track was only cued', () => {
    engine.cue(sleep, { surface: 'player', from: 200 });
    engine.stop();
    expect(positions.list()).toEqual([]);
  });

  test('is removed at sign-out', () => {
    hear(sleep, 372);
    engine.stop();
    positions.clear();
    start();
    expect(positions.list()).toEqual([]);
  });
});

describe('synchronisation with other devices', () => {
  const actions: [number, number][] = [];
  beforeEach(() => {
    actions.length = 0;
    positions.onUserAction((id, position) => actions.push([id, position]));
  });

  test('sends only the user’s own actions: a pause, a seek, an end', () => {
    hear(sleep, 100);
    actions.length = 0;
    audio.advanceTo(101);
    audio.advanceTo(102);
    expect(actions).toEqual([]);
    engine.pause();
    engine.seek(300);
    expect(actions).toEqual([
      [8, 102],
      [8, 300],
    ]);
    engine.play(sleep, { surface: 'list' });
    audio.begin();
    audio.finish();
    expect(actions.at(-1)).toEqual([8, 0]);
  });

  test('keeps the position of the newest action', () => {
    hear(sleep, 100);
    engine.pause();
    positions.markSent(8, 5_000);
    expect(positions.mergeSent([{ id: 8, position: 40, at: 4_000 }], undefined)).toEqual([]);
    expect(positions.find(sleep)).toBe(100);
    positions.mergeSent([{ id: 8, position: 400, at: 6_000 }], undefined);
    expect(positions.find(sleep)).toBe(400);
    expect(positions.list()[0]).toMatchObject({ at: 6_000, isSent: true });
    positions.mergeSent([{ id: 4, position: 760, at: 7_000 }], undefined);
    expect(positions.find(buildTrack(4, { duration: 1_000 }))).toBe(760);
  });

  test('removes the position of a track ended elsewhere, but not one that was never sent', () => {
    hear(sleep, 100);
    engine.pause();
    positions.markSent(8, 5_000);
    hear(psalms, 50);
    engine.pause();
    positions.mergeSent([], undefined);
    expect(positions.list().map(({ id }) => id)).toEqual([4]);
  });

  test.each([
    ['the end of the track', () => audio.finish()],
    ['a pause near its beginning', () => engine.seek(2)],
  ])('%s is the newest action, even if it reaches the server later', (_name, act) => {
    const older = [{ id: 8, position: 100, at: 5_000 }];
    positions.mergeSent(older, undefined);
    hear(sleep, 100);
    act();
    engine.pause();
    start();
    expect(positions.mergeSent(older, undefined)).toEqual([]);
    expect(positions.list()).toEqual([]);
    expect(positions.all()).toMatchObject([{ id: 8, position: 0, isSent: false }]);
    positions.markRemoved(8);
    expect(positions.all()).toEqual([]);
  });
});
