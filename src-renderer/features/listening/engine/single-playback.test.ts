import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeConnection } from '#tests/support/browsers/fake-connection.ts';
import { FakeAudio } from '#tests/support/listening/fake-audio.ts';
import { buildTrack } from '#tests/support/listening/playable-track.ts';
import { createPlayerEngine } from './player-engine.ts';
import { keepSinglePlayback, type PlaybackChannel } from './single-playback.ts';

const track = buildTrack(8, { title: 'Peaceful Sleep Scripture' });

let clock: number;
let listeners: ((event: { data: unknown }) => void)[];
let late: (() => void)[];

/** Delivers one tab's messages to the others when the test says so. */
const openTab = () => {
  const audio = new FakeAudio();
  const engine = createPlayerEngine(audio, { connection: new FakeConnection() });
  let own: (event: { data: unknown }) => void = () => {};
  const channel: PlaybackChannel = {
    postMessage: (data) =>
      late.push(() => {
        for (const listener of listeners) if (listener !== own) listener({ data });
      }),
    addEventListener(_type, listener) {
      own = listener;
      listeners.push(listener);
    },
  };
  keepSinglePlayback(engine, channel, () => clock);
  return {
    engine,
    play() {
      engine.play(track, { surface: 'list' });
      audio.loadMetadata(900);
      audio.begin();
    },
    status: () => engine.getState().playback.status,
  };
};
const arrive = () => {
  for (const deliver of late.splice(0)) deliver();
};

beforeEach(() => {
  vi.useFakeTimers();
  clock = 1_000;
  listeners = [];
  late = [];
});
afterEach(() => {
  vi.useRealTimers();
});

test('starting playback in a tab pauses the other one, and vice versa', () => {
  const [one, two] = [openTab(), openTab()];
  one.play();
  arrive();
  clock += 5_000;
  two.play();
  arrive();
  expect([one.status(), two.status()]).toEqual(['paused', 'playing']);
  clock += 5_000;
  one.play();
  arrive();
  expect([one.status(), two.status()]).toEqual(['playing', 'paused']);
});

test('two tabs that start at nearly the same moment leave one playing', () => {
  const [one, two] = [openTab(), openTab()];
  one.play();
  clock += 1;
  two.play();
  arrive();
  expect([one.status(), two.status()]).toEqual(['paused', 'playing']);
});

test('an unknown message of another version does not pause playback', () => {
  const one = openTab();
  one.play();
  for (const listener of listeners) listener({ data: 'hello' });
  expect(one.status()).toBe('playing');
});
