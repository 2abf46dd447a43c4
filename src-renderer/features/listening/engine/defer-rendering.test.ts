import { beforeEach, expect, test, vi } from 'vitest';
import type { FakeAudio } from '#tests/support/listening/fake-audio.ts';
import { buildTrack } from '#tests/support/listening/playable-track.ts';
import { createTestEngine } from '#tests/support/listening/test-player.ts';
import { deferRendering } from './defer-rendering.ts';
import type { PlayerEngine } from './player-engine.ts';

const track = buildTrack(3, { title: 'Evening Scripture Meditation' });

let audio: FakeAudio;
let engine: PlayerEngine;
let shown: string[];

beforeEach(() => {
  vi.useFakeTimers();
  ({ audio, engine } = createTestEngine());
  shown = [];
  engine.onChange(deferRendering(engine, () => shown.push(engine.getState().playback.status)));
});

test('a press is rendered once, together with the first sound', async () => {
  engine.play(track, { surface: 'list' });
  audio.loadMetadata(600);
  await vi.advanceTimersByTimeAsync(90);
  expect(shown).toEqual([]);
  audio.begin();
  await vi.advanceTimersByTimeAsync(0);
  expect(shown).toEqual(['playing']);
  await vi.advanceTimersByTimeAsync(200);
  expect(shown).toEqual(['playing']);
});

test('a press without sound after 100 ms is rendered as loading', async () => {
  engine.play(track, { surface: 'list' });
  await vi.advanceTimersByTimeAsync(110);
  expect(shown).toEqual(['loading']);
});
