import { beforeEach, expect, test, vi } from 'vitest';
import type { FakeAudio } from '#tests/support/listening/fake-audio.ts';
import { buildTrack } from '#tests/support/listening/playable-track.ts';
import { createTestEngine, createTestPlayer } from '#tests/support/listening/test-player.ts';
import type { QueuedPlayer } from '../engine/create-player.ts';
import type { PlayerEngine } from '../engine/player-engine.ts';
import { connectMediaSession } from './media-session.ts';

const track = buildTrack(8, {
  title: 'Peaceful Sleep Scripture',
  duration: 900,
  image_url: '/covers/8.svg',
});

class FakeMetadata {
  constructor(init: MediaMetadataInit) {
    Object.assign(this, init);
  }
}

class FakeMediaSession implements MediaSession {
  metadata: MediaMetadata | null = null;
  playbackState: MediaSessionPlaybackState = 'none';
  position: MediaPositionState | undefined;
  readonly handlers = new Map<MediaSessionAction, MediaSessionActionHandler>();

  setActionHandler(action: MediaSessionAction, handler: MediaSessionActionHandler | null): void {
    if (action === 'stop') throw new TypeError('an older browser');
    if (handler) this.handlers.set(action, handler);
  }

  setPositionState(state?: MediaPositionState): void {
    this.position = state;
  }

  setCameraActive(): Promise<void> {
    return Promise.resolve();
  }

  setMicrophoneActive(): Promise<void> {
    return Promise.resolve();
  }

  press(action: MediaSessionAction, details: Partial<MediaSessionActionDetails> = {}): void {
    this.handlers.get(action)?.({ action, ...details });
  }
}

let audio: FakeAudio;
let engine: PlayerEngine;
let session: FakeMediaSession;
let player: QueuedPlayer;
const suggested = buildTrack(10);

// A deferred update of one test must not run in the next one.
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('MediaMetadata', FakeMetadata);
  ({ audio, engine } = createTestEngine());
  session = new FakeMediaSession();
  player = createTestPlayer(engine, { nextInLibrary: () => suggested });
  connectMediaSession(engine, player, session, 'Cradlesong');
  engine.play(track, { surface: 'list' });
  audio.begin(900);
});

test('the lock screen shows title, cover and position of the track', () => {
  audio.advanceTo(372);
  expect(session.metadata).toMatchObject({
    title: 'Peaceful Sleep Scripture',
    artist: 'Cradlesong',
    artwork: [{ src: '/covers/8.svg' }],
  });
  expect(session.playbackState).toBe('playing');
  engine.setRate(1.25);
  expect(session.position).toEqual({ duration: 900, position: 372, playbackRate: 1.25 });
});

test('a cover on this server is offered as PNG in four sizes', () => {
  const image_url = '/storage/v1/object/public/images/calm-0123456789abcdef.svg';
  engine.play({ ...track, id: 9, image_url }, { surface: 'list' });
  audio.begin();
  expect(session.metadata?.artwork).toEqual(
    [96, 192, 384, 512].map((size) => ({
      src: `/storage/v1/object/public/images/artwork/${size}/calm-0123456789abcdef.png`,
      sizes: `${size}x${size}`,
      type: 'image/png',
    })),
  );
});

test('the lock screen reports a lost connection, and not playback, while recovering', () => {
  audio.advanceTo(372);
  audio.breakDown();
  expect(session.metadata?.artist).toContain('Waiting for the connection');
  expect(session.metadata?.artist).toContain('6:12');
  expect(session.playbackState).toBe('paused');
});

test('the lock screen’s buttons pause, resume, skip and seek', () => {
  session.press('pause');
  expect(session.playbackState).toBe('paused');
  session.press('play');
  audio.begin();
  expect(session.playbackState).toBe('playing');
  session.press('seekforward');
  expect(audio.currentTime).toBe(10);
  session.press('seekbackward', { seekOffset: 4 });
  expect(audio.currentTime).toBe(6);
  session.press('seekto', { seekTime: 600 });
  expect(audio.currentTime).toBe(600);
});

test('after the end, Play repeats the track and Next plays the suggested one', async () => {
  audio.finish();
  await Promise.resolve();
  expect(session.metadata?.title).toBe('Peaceful Sleep Scripture');
  expect(session.playbackState).toBe('paused');
  expect(session.position).toBeUndefined();
  session.press('play');
  audio.begin(900);
  expect(engine.getState().playback.track).toBe(track);
  expect(audio.currentTime).toBe(0);
  audio.finish();
  session.press('nexttrack');
  expect(engine.getState().playback.track).toBe(suggested);
});

test('the lock screen is cleared by a stop, even after the end', async () => {
  audio.finish();
  player.stop();
  await Promise.resolve();
  expect(session.metadata).toBeNull();
  expect(session.playbackState).toBe('none');
  session.press('play');
  expect(engine.getState().playback.track).toBeNull();
});
