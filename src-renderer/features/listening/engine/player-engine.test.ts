import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { PlayableTrack } from '#renderer/data/playback.ts';
import type { FakeConnection } from '#tests/support/browsers/fake-connection.ts';
import type { FakeAudio } from '#tests/support/listening/fake-audio.ts';
import { buildTrack } from '#tests/support/listening/playable-track.ts';
import { createTestEngine } from '#tests/support/listening/test-player.ts';
import type { PlayerEvent } from './playback-state.ts';
import { createPlayerEngine, type PlayerEngine } from './player-engine.ts';

const evening = buildTrack(3, { audio_url: '/evening.mp3' });
const psalms = buildTrack(4, { audio_url: '/psalms.mp3' });
const inList = { surface: 'list' } as const;

let audio: FakeAudio;
let connection: FakeConnection;
let engine: PlayerEngine;
let events: PlayerEvent[];
/** Seconds held in memory, for any track. */
let held: number;
const playback = () => engine.getState().playback;
const time = () => engine.getState().time;

const hear = (track: PlayableTrack) => {
  engine.play(track, inList);
  audio.begin(track.duration);
};

beforeEach(() => {
  vi.useFakeTimers();
  held = 0;
  const prefetchBuffer = { heldUntil: () => held, open: () => 'blob:held' };
  ({ audio, connection, engine } = createTestEngine({ prefetchBuffer }));
  events = [];
  engine.onEvent((event) => events.push(event));
});

describe('playing', () => {
  test('goes from idle through loading to playing, and emits one start event', () => {
    expect(playback().status).toBe('idle');
    engine.play(evening, inList);
    expect(playback()).toMatchObject({ track: evening, status: 'loading', hasStarted: false });
    audio.begin(601.5);
    expect(playback()).toMatchObject({ status: 'playing', hasStarted: true });
    expect(time()).toEqual({ position: 0, duration: 602 });
    engine.pause();
    engine.play(evening, inList);
    audio.begin();
    expect(events.map(({ type }) => type)).toEqual(['started']);
  });

  test.each([
    ['a file a little shorter than in the library', 599.97, 600],
    ['a file a little longer than in the library', 600.6, 600],
    ['a different file', 588.4, 588],
  ])('[P2] shows the expected length of %s', (_, measured, shown) => {
    engine.play(evening, inList);
    audio.loadMetadata(measured);
    expect(time().duration).toBe(shown);
    audio.begin();
    engine.seek(10_000);
    expect(audio.currentTime).toBe(measured);
  });
});

describe('pausing', () => {
  test('has the same effect by a headset or the system as by the button', () => {
    hear(evening);
    audio.pause();
    expect(playback().status).toBe('paused');
  });

  test('is not a failure before the first sound', async () => {
    engine.play(evening, inList);
    engine.pause();
    await Promise.resolve();
    expect(playback()).toMatchObject({ track: evening, status: 'paused' });
    expect(events).toEqual([]);
  });
});

describe('seeking', () => {
  test.each([
    [-5, 0],
    [128, 128],
    [9999, 600],
  ])('[P3] to second %d sets the position to %d', (wanted, landed) => {
    hear(evening);
    engine.seek(wanted);
    expect(audio.currentTime).toBe(landed);
    expect(time().position).toBe(landed);
  });

  test('takes effect when the metadata is loaded, not before', () => {
    engine.play(evening, { surface: 'list', from: 372 });
    audio.advanceTo(0);
    expect(time().position).toBe(372);
    engine.seek(45);
    expect(audio.currentTime).toBe(0);
    audio.loadMetadata(600);
    expect(audio.currentTime).toBe(45);
  });
});

test('a seek is served from the prefetch buffer when the network is slow, even without a waiting event', async () => {
  hear(evening);
  audio.advanceTo(10);
  engine.seek(400);
  audio.seeking = true;
  audio.dispatchEvent(new Event('seeking'));
  held = Number.POSITIVE_INFINITY;
  await vi.advanceTimersByTimeAsync(600);
  expect(audio.loads).toEqual(['/evening.mp3', 'blob:held']);
});

describe('the end of a track', () => {
  test('[M8] clears the track, resets the time to 0 and emits an event', () => {
    hear(evening);
    audio.finish();
    expect(playback()).toEqual({ track: null, status: 'idle', hasStarted: false });
    expect(time().position).toBe(0);
    expect(audio.src).toBe('');
    expect(events.at(-1)).toEqual({ type: 'ended', track: evening, surface: 'list' });
  });

  test('is ignored if playback cannot have reached it: playback resumes at the last position', async () => {
    hear(evening);
    audio.advanceTo(90);
    audio.jumpToEnd();
    expect(playback().status).toBe('recovering');
    await vi.advanceTimersByTimeAsync(0);
    expect(audio.loads).toEqual(['/evening.mp3', '/evening.mp3#reload-2']);
    audio.loadMetadata(600);
    expect(audio.currentTime).toBe(90);
    audio.begin();
    audio.jumpToEnd();
    expect(playback().status).toBe('idle');
    expect(events.map(({ type }) => type)).toEqual(['started', 'ended']);
  });
});

describe('a failure', () => {
  test('[M9] is reported once for a missing file, and resets the player', async () => {
    hear(evening);
    audio.advanceTo(90);
    connection.answer = 'gone';
    audio.breakDown();
    await vi.advanceTimersByTimeAsync(500);
    expect(playback().status).toBe('idle');
    expect(events.slice(1)).toEqual([
      { type: 'failed', track: evening, surface: 'list', reason: 'media' },
    ]);
  });

  test('[M9] is reported within a second for an undecodable file, although the connection is good', async () => {
    engine.play(evening, inList);
    for (let load = 0; load < 3; load += 1) {
      audio.breakDown();
      await vi.advanceTimersByTimeAsync(300);
    }
    expect(events).toMatchObject([{ type: 'failed', reason: 'media' }]);
    expect(audio.loads).toHaveLength(3);
  });

  test('does not affect the next track after the failed one was replaced', async () => {
    engine.play(evening, inList);
    connection.answer = 'gone';
    audio.breakDown();
    engine.play(psalms, inList);
    await vi.advanceTimersByTimeAsync(0);
    audio.begin(1500);
    expect(events.map(({ type }) => type)).toEqual(['started']);
    expect(playback().track).toBe(psalms);
  });
});

describe('an outage', () => {
  const loseConnectionAt = (second: number) => {
    hear(evening);
    audio.advanceTo(second);
    connection.answer = 'lost';
    audio.breakDown();
  };

  test('ends at the same second as soon as the server answers, however long it lasted', async () => {
    loseConnectionAt(128.5);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(playback()).toMatchObject({ track: evening, status: 'recovering' });
    expect(audio.loads).toHaveLength(1);
    connection.answer = 'good';
    // The longest delay of the backoff.
    for (let ms = 0; ms < 21_500 && audio.loads.length < 2; ms += 250) {
      await vi.advanceTimersByTimeAsync(250);
    }
    // Bypasses the browser's cache, which held bad bytes.
    expect(audio.loads).toEqual(['/evening.mp3', '/evening.mp3#reload-2']);
    audio.begin();
    expect(audio.currentTime).toBe(128.5);
    expect(playback().status).toBe('playing');
    expect(events.map(({ type }) => type)).toEqual(['started']);
  });

  test('begins at once if Firefox reports it before its buffer is played, and ends at the same second', async () => {
    hear(evening);
    audio.advanceTo(128.5);
    connection.answer = 'lost';
    audio.loseConnection();
    expect(audio.paused).toBe(true);
    expect(playback().status).toBe('recovering');
    audio.advanceTo(128.6);
    connection.answer = 'good';
    await vi.advanceTimersByTimeAsync(1_000);
    audio.begin();
    expect(audio.currentTime).toBe(128.5);
    expect(playback().status).toBe('playing');
  });

  test('ends at once when the user presses pause, and play resumes at the position', async () => {
    loseConnectionAt(128.5);
    await vi.advanceTimersByTimeAsync(2_000);
    engine.pause();
    const asked = connection.asked.length;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(playback().status).toBe('paused');
    expect(connection.asked).toHaveLength(asked);
    connection.answer = 'good';
    engine.play(evening, inList);
    audio.begin();
    expect(audio.currentTime).toBe(128.5);
  });

  test('polls an unreachable server with a backoff, and at once when the connection may be back', async () => {
    loseConnectionAt(0);
    await vi.advanceTimersByTimeAsync(60_000);
    const inFirstMinute = connection.asked.length;
    await vi.advanceTimersByTimeAsync(600_000);
    const inTenMinutes = connection.asked.length - inFirstMinute;
    expect(inFirstMinute).toBeLessThanOrEqual(18);
    expect(inTenMinutes).toBeGreaterThanOrEqual(25);
    expect(inTenMinutes).toBeLessThanOrEqual(41);
    const before = connection.asked.length;
    engine.retry();
    expect(connection.asked).toHaveLength(before + 1);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(connection.asked.length).toBeGreaterThan(before + 2);
  });

  test('is detected by a timer if there is no error event', async () => {
    hear(evening);
    audio.advanceTo(40);
    connection.answer = 'lost';
    await vi.advanceTimersByTimeAsync(5_300);
    expect(playback().status).toBe('recovering');
    expect(vi.getTimerCount()).toBe(1);
  });

  test('caused by an expired address ends at the new address', async () => {
    hear(evening);
    audio.advanceTo(40);
    connection.answer = 'gone';
    connection.address = '/evening.mp3?token=new';
    audio.breakDown();
    await vi.advanceTimersByTimeAsync(300);
    audio.begin();
    expect(audio.src).toBe('/evening.mp3?token=new#reload-2');
    expect(audio.currentTime).toBe(40);
    expect(playback()).toMatchObject({ track: evening, status: 'playing' });
  });

  test('waits for a press if the browser requires one to resume, and resumes at the same position', async () => {
    hear(evening);
    audio.advanceTo(40);
    audio.breakDown();
    await vi.advanceTimersByTimeAsync(300);
    audio.refuse();
    await vi.advanceTimersByTimeAsync(0);
    expect(playback()).toMatchObject({ track: evening, status: 'failed' });
    expect(events.map(({ type }) => type)).toEqual(['started']);
    engine.play(evening, inList);
    audio.begin();
    expect(audio.currentTime).toBe(40);
  });

  test('is assumed when a track ends too soon, and playback resumes where it ended', async () => {
    hear(evening);
    audio.advanceTo(300);
    audio.duration = 300;
    audio.finish();
    await vi.advanceTimersByTimeAsync(300);
    expect(playback()).toMatchObject({ track: evening, status: 'recovering' });
    audio.begin();
    expect(audio.currentTime).toBe(300);
    // A second end at the same position is taken as the end of the track.
    audio.duration = 300;
    audio.finish();
    expect(events.at(-1)).toMatchObject({ type: 'ended' });
  });
});

describe('a pointer down on a play button', () => {
  test('loads the metadata before the press, which then loads nothing again', async () => {
    engine.prepare(evening);
    expect(audio.loads).toEqual(['/evening.mp3']);
    expect(playback().status).toBe('idle');
    audio.loadMetadata(601.5);
    engine.play(evening, { ...inList, from: 30 });
    await Promise.resolve();
    expect(audio.loads).toEqual(['/evening.mp3']);
    expect(audio.currentTime).toBe(30);
    audio.begin();
    expect(playback().status).toBe('playing');
    expect(time().duration).toBe(602);
  });

  test('does not unload the current track', () => {
    hear(evening);
    engine.pause();
    engine.prepare(psalms);
    expect(audio.loads).toEqual(['/evening.mp3']);
  });

  test('requests nothing behind the premium gate, and nothing in data-saving mode', () => {
    engine.prepare(buildTrack(5, { audio_url: '/storage/v1/object/sign/audio_content/3' }));
    createPlayerEngine(audio, { connection, savesData: () => true }).prepare(evening);
    expect(audio.loads).toEqual([]);
  });
});
