import { describe, expect, test } from 'vitest';
import type { PlaybackStatus } from '#renderer/data/playback.ts';
import { buildTrack } from '#tests/support/listening/playable-track.ts';
import { step } from './playback-machine.ts';
import { IDLE_MACHINE, type Machine, type MachineEvent } from './playback-state.ts';

const track = buildTrack(1);
const other = buildTrack(2);
const surface = 'list' as const;

/** Runs the events in order, at `now` and with `heldUntil` seconds prefetched. */
const machineAfter = (events: MachineEvent[], { now = 1_000, heldUntil = 0 } = {}): Machine =>
  events.reduce((machine, event) => step(machine, event, { now, heldUntil })[0], IDLE_MACHINE);
const effectsOf = (machine: Machine, event: MachineEvent, { now = 1_000, heldUntil = 0 } = {}) =>
  step(machine, event, { now, heldUntil })[1].map((effect) =>
    effect.do === 'emit' ? effect.event.type : effect.do,
  );

const PLAY: MachineEvent = { type: 'play', track, surface };
const KNOWN: MachineEvent = { type: 'metadata', duration: 600 };
const SOUND: MachineEvent = { type: 'playing' };
const AT_100: MachineEvent = { type: 'time', position: 100 };
const UNTIL_100 = [PLAY, KNOWN, SOUND, AT_100];

/** A machine in each status. */
const IN: Record<PlaybackStatus, Machine> = {
  idle: IDLE_MACHINE,
  loading: machineAfter([PLAY]),
  playing: machineAfter(UNTIL_100),
  paused: machineAfter([...UNTIL_100, { type: 'pause' }]),
  recovering: machineAfter([...UNTIL_100, { type: 'error' }]),
  failed: machineAfter([
    ...UNTIL_100,
    { type: 'error' },
    { type: 'probed', load: 1, result: 'good' },
    { type: 'rejected', load: 2 },
  ]),
};

test('each status is reached', () => {
  for (const [status, machine] of Object.entries(IN)) expect(machine.status).toBe(status);
});

describe('every status handles every event', () => {
  const probed = (result: 'good' | 'lost') => ({ type: 'probed', load: 1, result }) as const;
  const all = (status: PlaybackStatus): Record<PlaybackStatus, PlaybackStatus> => ({
    idle: status,
    loading: status,
    playing: status,
    paused: status,
    recovering: status,
    failed: status,
  });
  const SAME: Record<PlaybackStatus, PlaybackStatus> = {
    idle: 'idle',
    loading: 'loading',
    playing: 'playing',
    paused: 'paused',
    recovering: 'recovering',
    failed: 'failed',
  };
  const table: Record<string, [MachineEvent, Record<PlaybackStatus, PlaybackStatus>]> = {
    play: [PLAY, { ...SAME, idle: 'loading', paused: 'loading', failed: 'loading' }],
    'play another': [{ type: 'play', track: other, surface }, all('loading')],
    'cue another': [{ type: 'cue', track: other, surface }, all('paused')],
    pause: [{ type: 'pause' }, { ...all('paused'), idle: 'idle', failed: 'failed' }],
    stop: [{ type: 'stop' }, all('idle')],
    seek: [{ type: 'seek', position: 5 }, SAME],
    metadata: [KNOWN, SAME],
    time: [{ type: 'time', position: 100 }, SAME],
    sound: [SOUND, { ...SAME, loading: 'playing', recovering: 'playing' }],
    'buffer empty': [
      { type: 'waiting', isSeeking: false, position: 100 },
      { ...SAME, playing: 'loading' },
    ],
    end: [{ type: 'ended', position: 599 }, all('idle')],
    'early end': [
      { type: 'ended', position: 200 },
      { ...SAME, loading: 'recovering', playing: 'recovering' },
    ],
    bytes: [{ type: 'bytes' }, SAME],
    error: [{ type: 'error' }, { ...SAME, loading: 'recovering', playing: 'recovering' }],
    'good connection': [probed('good'), SAME],
    'lost connection': [probed('lost'), { ...SAME, loading: 'recovering' }],
    retry: [{ type: 'retry', isPaused: false }, SAME],
  };
  const cases = Object.entries(table).flatMap(([name, [event, to]]) =>
    Object.entries(IN).map(
      ([from, machine]) => [name, from, to[machine.status], event, machine] as const,
    ),
  );
  test.each(cases)('%s when %s: %s', (_name, _from, to, event, machine) => {
    expect(step(machine, event, { now: 1_000, heldUntil: 0 })[0].status).toBe(to);
  });
});

describe('the prefetch buffer', () => {
  const bufferEmpty: MachineEvent = { type: 'waiting', isSeeking: false, position: 100 };

  test('takes over the moment the connection stalls, and only once at a position', () => {
    expect(effectsOf(IN.playing, bufferEmpty, { heldUntil: 400 })).toEqual(['load', 'play']);
    const taken = machineAfter([...UNTIL_100, bufferEmpty], { heldUntil: 400 });
    expect(taken).toMatchObject({ source: 'memory', status: 'loading', pendingSeek: 100 });
    const [known] = step(taken, KNOWN, { now: 1_000, heldUntil: 400 });
    expect(effectsOf(known, { type: 'error' }, { heldUntil: 400 })).toEqual(['probe']);
  });

  test('[P3] is abandoned if the element cannot read it', () => {
    const taken = machineAfter([...UNTIL_100, bufferEmpty], { heldUntil: 400 });
    const [next] = step(taken, { type: 'error' }, { now: 2_000, heldUntil: 400 });
    expect(next).toMatchObject({ pendingSeek: 100, position: 100, duration: 600 });
    expect(next.status).toBe('recovering');
  });

  // The element would play it from its start.
  test('[P3] is replaced at once if the element reads a part of its seconds', () => {
    const taken = machineAfter([...UNTIL_100, bufferEmpty], { heldUntil: 400 });
    const view = { now: 2_000, heldUntil: 400 };
    const [next, effects] = step(taken, { type: 'metadata', duration: 99 }, view);
    expect(effects.map((effect) => effect.do)).toEqual(['load', 'play']);
    expect(next).toMatchObject({ source: 'network', pendingSeek: 100, position: 100 });
  });

  test('is opened again at its end if more data has arrived', () => {
    const events = [
      ...UNTIL_100,
      bufferEmpty,
      KNOWN,
      SOUND,
      { type: 'time', position: 390 } as const,
    ];
    const near = machineAfter(events, { heldUntil: 400 });
    const more = step(near, { type: 'ended', position: 400 }, { now: 2_000, heldUntil: 500 });
    expect(more[0]).toMatchObject({ source: 'memory', position: 400 });
    const none = step(near, { type: 'ended', position: 400 }, { now: 2_000, heldUntil: 400 });
    expect(none[0]).toMatchObject({ status: 'recovering', position: 400 });
  });

  test('is the initial source if it holds the whole track', () => {
    const whole = machineAfter([PLAY], { heldUntil: Number.POSITIVE_INFINITY });
    expect(whole.source).toBe('memory');
  });
});

describe('retries', () => {
  test('on a good connection without sound have a backoff with a maximum, and continue', () => {
    let machine = machineAfter(UNTIL_100);
    const loads: number[] = [];
    for (let now = 1_000; now < 3_600_000; now += 250) {
      const look = { type: 'tick', position: machine.position } as const;
      const [ticked, effects] = step(machine, look, { now, heldUntil: 0 });
      const asks = effects.some((effect) => effect.do === 'probe');
      const answer = { type: 'probed', load: ticked.load, result: 'good' } as const;
      const [next] = asks ? step(ticked, answer, { now, heldUntil: 0 }) : [ticked];
      if (next.load !== machine.load) loads.push(now);
      machine = next;
    }
    const gaps = loads.slice(1).map((at, index) => at - (loads[index] ?? 0));
    expect(machine.status).toBe('recovering');
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(5_000);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(61_000);
    expect(loads.length).toBeGreaterThan(60);
  });

  test('stop after half a day and keep the position until the user presses play', () => {
    const look: MachineEvent = { type: 'tick', position: 100 };
    const waiting = step(IN.recovering, look, { now: 12 * 3_600_000, heldUntil: 0 })[0];
    expect(waiting.status).toBe('recovering');
    const given = step(waiting, look, { now: 12 * 3_600_000 + 2_000, heldUntil: 0 })[0];
    expect(given).toMatchObject({ status: 'failed', track, position: 100 });
    expect(effectsOf(given, PLAY)).toEqual(['load', 'play']);
  });
});
