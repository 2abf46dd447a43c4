import { beforeEach, expect, test } from 'vitest';
import type { AudioKind } from '#contract/constants/tracks/tracks.ts';
import { jsonKey, writeDevice } from '#renderer/lib/device-storage.ts';
import type { FakeAudio } from '#tests/support/listening/fake-audio.ts';
import { buildTrack } from '#tests/support/listening/playable-track.ts';
import { createTestEngine } from '#tests/support/listening/test-player.ts';
import type { PlayerEngine } from '../engine/player-engine.ts';
import { createSpeedChoice, type SpeedChoice, speedOf } from './speed.ts';

const KINDS: Record<number, AudioKind> = { 1: 'meditation', 2: 'affirmation', 3: 'music' };
const onDevice = jsonKey<unknown>('speeds', (value) => value);
const list = { surface: 'list' } as const;

let audio: FakeAudio;
let engine: PlayerEngine;
let choice: SpeedChoice;
const load = () => createSpeedChoice(engine, (id = 0) => KINDS[id]);
beforeEach(() => {
  ({ audio, engine } = createTestEngine());
  choice = load();
  choice.clear();
});

test('each kind of track has its own speed from its first sound, and music has none', () => {
  choice.set('meditation', 1.25);
  choice.set('affirmation', 0.75);
  const speeds = [1, 2, 3, 4].map((id) => {
    engine.play(buildTrack(id), list);
    return audio.playbackRate;
  });
  expect(speeds).toEqual([1.25, 0.75, 1, 1]);
  engine.stop();
});

test('a changed speed applies at once, keeps the pitch, and is stored', () => {
  engine.play(buildTrack(1), list);
  audio.begin();
  choice.set('meditation', 1.5);
  expect(audio).toMatchObject({ playbackRate: 1.5, preservesPitch: true });
  expect(engine.getState().rate).toBe(1.5);
  expect(speedOf(load().list(), 'meditation')).toBe(1.5);
  engine.stop();
});

test('an invalid stored speed and any speed for music are ignored', () => {
  for (const kept of [null, [], 'fast', { meditation: 40 }, { meditation: '1.5' }]) {
    writeDevice(onDevice, kept);
    expect(speedOf(load().list(), 'meditation')).toBe(1);
  }
  choice.set('music', 1.5);
  expect(speedOf(choice.list(), 'music')).toBe(1);
});
