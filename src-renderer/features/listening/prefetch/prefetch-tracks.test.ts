import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FakeAudio } from '#tests/support/listening/fake-audio.ts';
import { buildTrack } from '#tests/support/listening/playable-track.ts';
import { createTestEngine, createTestPlayer } from '#tests/support/listening/test-player.ts';
import type { QueuedPlayer } from '../engine/create-player.ts';
import { createSavedPositions } from '../engine/saved-positions.ts';
import { type AudioPrefetch, createAudioPrefetch } from './audio-prefetch.ts';
import { prefetchTracks } from './prefetch-tracks.ts';

const [one, two, three] = [buildTrack(1), buildTrack(2), buildTrack(3)] as const;

/** Every recording has eight bytes. */
const serve: typeof fetch = async () =>
  new Response('a sound.', {
    status: 206,
    headers: { 'content-range': 'bytes 0-7/8', 'content-type': 'audio/mpeg' },
  });

let audio: FakeAudio;
let ahead: AudioPrefetch;
let player: QueuedPlayer;

beforeEach(() => {
  vi.useFakeTimers();
  ahead = createAudioPrefetch('https://app.test', {
    request: serve,
    findAddress: async () => null,
  });
  const { engine, ...fake } = createTestEngine({ prefetchBuffer: ahead });
  audio = fake.audio;
  const positions = createSavedPositions(engine);
  positions.clear();
  player = createTestPlayer(engine, { positions });
  const keeper = prefetchTracks(engine, ahead, {
    upNext: player.upNext,
    savesData: () => false,
  });
  player.onQueueChange(keeper.refresh);
});
afterEach(() => {
  player.stop();
});

const hear = async () => {
  audio.begin();
  await vi.advanceTimersByTimeAsync(3_000);
};

test('each following track starts from the prefetch buffer, and finished tracks are released', async () => {
  player.playQueue([one, two, three], { surface: 'list' });
  expect(audio.src).toBe('/1.mp3');
  for (const [before, next] of [
    [one, two],
    [two, three],
  ] as const) {
    await hear();
    expect(ahead.isWhole(next)).toBe(true);
    audio.finish();
    expect(audio.src).toMatch(/^blob:/);
    await hear();
    expect(ahead.isWhole(before)).toBe(false);
  }
});

test('a seek uses the buffer if it holds the whole track, and a second seek only moves within it', async () => {
  const move = (second: number) => {
    player.seek(one, second, 'player');
    audio.seeking = true;
    audio.emptyBuffer();
    if (audio.readyState === 0) audio.loadMetadata(600);
    audio.seeking = false;
    audio.begin();
  };
  player.play(one, 'player');
  await hear();
  move(300);
  const loads = [...audio.loads];
  expect(loads.at(-1)).toMatch(/^blob:/);
  expect(audio.currentTime).toBe(300);
  move(100);
  expect(audio.loads).toEqual(loads);
  expect(audio.currentTime).toBe(100);
});
