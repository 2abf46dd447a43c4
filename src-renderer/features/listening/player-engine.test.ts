import { beforeEach, describe, expect, test } from 'vitest';
import type { PlayableTrack } from '#renderer/lib/playback.ts';
import { FakeAudio } from '#tests/support/fake-audio.ts';
import { createPlayerEngine, type PlayerEngine, type PlayerEvent } from './player-engine.ts';

const buildTrack = (fields: Partial<PlayableTrack> = {}): PlayableTrack => ({
  id: 3,
  title: 'Evening Scripture Meditation',
  audio_url: '/evening.mp3',
  duration: 600,
  image_url: null,
  category: 'PREGNANCY',
  ground: null,
  ...fields,
});
const evening = buildTrack();
const psalms = buildTrack({ id: 4, title: 'Pregnancy Psalms', audio_url: '/psalms.mp3' });
const inList = { surface: 'list' } as const;

let audio: FakeAudio;
let engine: PlayerEngine;
let events: PlayerEvent[];
const playback = () => engine.getState().playback;
const time = () => engine.getState().time;

const hear = (track: PlayableTrack) => {
  engine.play(track, inList);
  audio.loadMetadata(track.duration);
  audio.begin();
};

beforeEach(() => {
  audio = new FakeAudio();
  engine = createPlayerEngine(audio);
  events = [];
  engine.onEvent((event) => events.push(event));
});

describe('playing', () => {
  test('goes from idle over loading to playing, and says once that it started', () => {
    expect(playback().status).toBe('idle');
    engine.play(evening, inList);
    expect(playback()).toMatchObject({ track: evening, status: 'loading', hasStarted: false });
    audio.loadMetadata(601.5);
    audio.begin();
    expect(playback()).toMatchObject({ status: 'playing', hasStarted: true });
    expect(time()).toEqual({ position: 0, duration: 601.5 });
    engine.pause();
    engine.play(evening, inList);
    audio.begin();
    expect(events.map(({ type }) => type)).toEqual(['started']);
  });

  test('follows the time of the element', () => {
    hear(evening);
    audio.advanceTo(12.25);
    expect(time().position).toBe(12.25);
  });

  test('waits for data in the middle and goes on', () => {
    hear(evening);
    audio.runDry();
    expect(playback().status).toBe('loading');
    audio.begin();
    expect(playback().status).toBe('playing');
  });

  test('[M8] gives way to another track, of which there is then only one', () => {
    hear(evening);
    hear(psalms);
    expect(playback().track).toBe(psalms);
    expect(audio.loads).toEqual(['/evening.mp3', '/psalms.mp3']);
    expect(events.map(({ type }) => type)).toEqual(['started', 'started']);
  });

  test('starts where it was asked to, once the file is known', () => {
    engine.play(evening, { surface: 'list', from: 372 });
    expect(time().position).toBe(372);
    audio.advanceTo(0);
    expect(time().position).toBe(372);
    audio.loadMetadata(600);
    expect(audio.currentTime).toBe(372);
  });

  test('cued, is loaded and silent', () => {
    engine.cue(evening, { surface: 'player', from: 10 });
    expect(playback()).toMatchObject({ status: 'paused', hasStarted: false });
    expect(audio.paused).toBe(true);
    expect(events).toEqual([]);
  });
});

describe('pausing', () => {
  test('a headset or the system pauses as a button does', () => {
    hear(evening);
    audio.pause();
    expect(playback().status).toBe('paused');
  });

  test('before the first sound is not a failure', async () => {
    engine.play(evening, inList);
    engine.pause();
    await Promise.resolve();
    expect(playback()).toMatchObject({ track: evening, status: 'paused' });
    expect(events).toEqual([]);
  });
});

describe('moving', () => {
  test.each([
    [-5, 0],
    [128, 128],
    [9999, 600],
  ])('[P3] to second %d lands at %d', (wanted, landed) => {
    hear(evening);
    engine.seek(wanted);
    expect(audio.currentTime).toBe(landed);
    expect(time().position).toBe(landed);
  });

  test('before the file is known happens as soon as it is', () => {
    engine.play(evening, inList);
    engine.seek(45);
    expect(audio.currentTime).toBe(0);
    audio.loadMetadata(600);
    expect(audio.currentTime).toBe(45);
  });

  test('with nothing loaded does nothing', () => {
    engine.seek(45);
    expect(time()).toEqual({ position: 0, duration: 0 });
  });
});

describe('the end', () => {
  test('[M8] clears the track, puts the time back to 0 and says so', () => {
    hear(evening);
    audio.finish();
    expect(playback()).toEqual({ track: null, status: 'idle', hasStarted: false });
    expect(time().position).toBe(0);
    expect(audio.src).toBe('');
    expect(events.at(-1)).toEqual({ type: 'ended', track: evening, surface: 'list' });
  });

  test('lets a listener begin the next track at once', () => {
    engine.onEvent((event) => {
      if (event.type === 'ended') engine.play(psalms, inList);
    });
    hear(evening);
    audio.finish();
    expect(playback()).toMatchObject({ track: psalms, status: 'loading' });
  });
});

describe('failures', () => {
  test('[M9] a broken file is announced once and resets the player', async () => {
    hear(evening);
    audio.advanceTo(90);
    audio.breakDown();
    await Promise.resolve();
    expect(playback().status).toBe('idle');
    expect(events.slice(1)).toEqual([
      { type: 'failed', track: evening, surface: 'list', reason: 'media', position: 90 },
    ]);
  });

  test('[M9] a missing file before the first sound counts as the file, not as a refusal', async () => {
    engine.play(evening, { surface: 'player' });
    audio.breakDown();
    await Promise.resolve();
    expect(events).toMatchObject([{ type: 'failed', reason: 'media', surface: 'player' }]);
  });

  test('[M9] a refused play resets the player', async () => {
    engine.play(evening, inList);
    audio.refuse();
    await expect.poll(() => events).toMatchObject([{ type: 'failed', reason: 'rejected' }]);
    expect(playback().status).toBe('idle');
  });

  test('of a track that gave way say nothing about the next one', async () => {
    engine.play(evening, inList);
    engine.play(psalms, inList);
    await Promise.resolve();
    audio.loadMetadata(1500);
    audio.begin();
    expect(events.map(({ type }) => type)).toEqual(['started']);
    expect(playback().track).toBe(psalms);
  });

  test('with nothing loaded are nobody’s', () => {
    audio.breakDown();
    expect(events).toEqual([]);
  });
});

test('listeners hear of a change once, and nothing after they leave', () => {
  const seen: string[] = [];
  const leave = engine.onChange(({ playback }) => seen.push(playback.status));
  hear(evening);
  audio.advanceTo(0);
  leave();
  engine.pause();
  expect(seen).toEqual(['paused', 'loading', 'playing']);
});
