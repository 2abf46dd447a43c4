import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PlaybackStatus } from '#renderer/data/playback.ts';
import { buildTrack } from '#tests/support/listening/playable-track.ts';
import { step } from './playback-machine.ts';
import {
  IDLE_MACHINE,
  type Machine,
  type MachineEvent,
  type ProbeResult,
  wantsPlayback,
} from './playback-state.ts';

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
    { type: 'probed', result: 'good' },
    { type: 'rejected' },
  ]),
};

test('each status is reached', () => {
  for (const [status, machine] of Object.entries(IN)) expect(machine.status).toBe(status);
});

describe('every status handles every event', () => {
  const STATUSES = ['idle', 'loading', 'playing', 'paused', 'recovering', 'failed'] as const;
  /** The next status for each current status. */
  type Next = Partial<Record<PlaybackStatus, PlaybackStatus>>;
  const toAll = (status: PlaybackStatus): Next =>
    Object.fromEntries(STATUSES.map((from) => [from, status]));
  /** A status that is not listed does not change. */
  const table: Record<string, [MachineEvent, Next]> = {
    play: [PLAY, { idle: 'loading', paused: 'loading', failed: 'loading' }],
    'play another': [{ type: 'play', track: other, surface }, toAll('loading')],
    'cue another': [{ type: 'cue', track: other, surface }, toAll('paused')],
    pause: [{ type: 'pause' }, { loading: 'paused', playing: 'paused', recovering: 'paused' }],
    stop: [{ type: 'stop' }, toAll('idle')],
    seek: [{ type: 'seek', position: 5 }, {}],
    metadata: [KNOWN, {}],
    time: [AT_100, {}],
    sound: [SOUND, { loading: 'playing', recovering: 'playing' }],
    'buffer empty': [{ type: 'waiting', isSeeking: false, position: 100 }, { playing: 'loading' }],
    end: [{ type: 'ended', position: 599 }, toAll('idle')],
    'early end': [
      { type: 'ended', position: 200 },
      { loading: 'recovering', playing: 'recovering' },
    ],
    bytes: [{ type: 'bytes' }, {}],
    error: [{ type: 'error' }, { loading: 'recovering', playing: 'recovering' }],
    'good connection': [{ type: 'probed', result: 'good' }, {}],
    'lost connection': [{ type: 'probed', result: 'lost' }, { loading: 'recovering' }],
    retry: [{ type: 'retry', isPaused: false }, {}],
  };
  const cases = Object.entries(table).flatMap(([name, [event, to]]) =>
    STATUSES.map((from) => [name, from, to[from] ?? from, event] as const),
  );
  test.each(cases)('%s when %s: %s', (_name, from, to, event) => {
    expect(step(IN[from], event, { now: 1_000, heldUntil: 0 })[0].status).toBe(to);
  });
});

describe('the prefetch buffer', () => {
  const bufferEmpty: MachineEvent = { type: 'waiting', isSeeking: false, position: 100 };

  test('takes over as soon as the connection stalls, and only once at the same position', () => {
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
  test('[P3] is abandoned at once if the element reports too short a duration', () => {
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
  test('continue on a good connection without sound, with a backoff up to a maximum', () => {
    let machine = machineAfter(UNTIL_100);
    const loads: number[] = [];
    for (let now = 1_000; now < 3_600_000; now += 250) {
      const look = { type: 'tick', position: machine.position } as const;
      const [ticked, effects] = step(machine, look, { now, heldUntil: 0 });
      const asks = effects.some((effect) => effect.do === 'probe');
      const answer = { type: 'probed', result: 'good' } as const;
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

  test('wait longer while a slow connection delivers bytes, up to a maximum', () => {
    let machine = machineAfter([PLAY]);
    const loads: number[] = [];
    for (let now = 1_000; now < 120_000; now += 500) {
      const [brought] = step(machine, { type: 'bytes' }, { now, heldUntil: 0 });
      const [ticked] = step(brought, { type: 'tick', position: 0 }, { now, heldUntil: 0 });
      const answer = { type: 'probed', result: 'good' } as const;
      const [next] = step(ticked, answer, { now, heldUntil: 0 });
      if (next.load !== machine.load) loads.push(now - 1_000);
      machine = next;
    }
    expect(loads).toEqual([15_000, 37_500, 67_500, 97_500]);
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

describe('any events in any order', () => {
  const position = fc.integer({ min: -10, max: 700 });
  const event: fc.Arbitrary<MachineEvent> = fc.oneof(
    fc.record({
      type: fc.constant('play' as const),
      track: fc.constantFrom(track, other),
      surface: fc.constant(surface),
      follows: fc.boolean(),
      from: position,
    }),
    fc.record({
      type: fc.constant('cue' as const),
      track: fc.constantFrom(track, other),
      surface: fc.constant(surface),
    }),
    fc.constantFrom<MachineEvent>(
      { type: 'pause' },
      { type: 'stop' },
      KNOWN,
      SOUND,
      { type: 'waiting', isSeeking: false, position: 100 },
      { type: 'waiting', isSeeking: true, position: 100 },
      { type: 'bytes' },
      { type: 'error' },
      { type: 'rejected' },
      { type: 'retry', isPaused: true },
    ),
    fc.record({ type: fc.constantFrom('seek', 'time', 'tick', 'ended'), position }),
    fc.record({
      type: fc.constant('probed' as const),
      result: fc.constantFrom<ProbeResult>('good', 'lost', 'gone', 'foreign', {
        address: '/new.mp3',
      }),
    }),
  );
  const moment = fc.record({
    event,
    passed: fc.integer({ min: 0, max: 20_000 }),
    heldUntil: fc.constantFrom(0, 300, Number.POSITIVE_INFINITY),
  });

  test('keep the invariants', () => {
    fc.assert(
      fc.property(fc.array(moment, { maxLength: 60 }), (moments) => {
        let machine = IDLE_MACHINE;
        let now = 0;
        for (const { event: happened, passed, heldUntil } of moments) {
          now += passed;
          const [next, effects] = step(machine, happened, { now, heldUntil });
          const does = effects.map((effect) => effect.do);
          // A machine is idle exactly when nothing is loaded.
          expect(next.track === null).toBe(next.status === 'idle');
          // Only a play event resumes wanted playback.
          if (!wantsPlayback(machine) && happened.type !== 'play') {
            expect(wantsPlayback(next)).toBe(false);
          }
          if (does.includes('play')) expect(wantsPlayback(next)).toBe(true);
          // The user can always pause, and then nothing is requested or loaded.
          if (happened.type === 'pause') {
            expect(wantsPlayback(next)).toBe(false);
            expect(does.filter((done) => done !== 'pause')).toEqual([]);
          }
          // Each load has its own number, and the position survives it.
          if (does.includes('load')) expect(next.load).toBeGreaterThan(machine.load);
          const byItself = happened.type !== 'play' && happened.type !== 'cue';
          const moves = 'position' in happened;
          if (does.includes('load') && byItself && !moves) {
            expect(next.position).toBe(machine.position);
          }
          expect(next.load).toBeGreaterThanOrEqual(machine.load);
          machine = next;
        }
      }),
    );
  });
});
