import type { PlayableTrack } from '#renderer/data/playback.ts';
import {
  AT_REST,
  clamp,
  type Effect,
  type LoadedEvent,
  type Machine,
  type MachineEvent,
  restAfter,
  type Step,
  type View,
  wantsSound,
} from './playback-state.ts';
import {
  askNow,
  DOUBT_MS,
  end,
  finish,
  fromMemory,
  giveUpFile,
  hear,
  moveTo,
  recover,
  reload,
  tick,
} from './playback-trouble.ts';

/**
 * The player's state machine: a pure function of events, without an element, clock or network.
 * `player-engine.ts` runs it.
 *
 * | status     | means                                   | leaves by                                       |
 * |------------|-----------------------------------------|-------------------------------------------------|
 * | idle       | nothing loaded                          | play, cue                                       |
 * | loading    | sound is wanted and has not started     | sound → playing; trouble → recovering           |
 * | playing    | sound                                   | pause; end → idle; buffer empty → loading; trouble → recovering |
 * | paused     | loaded, paused by the user or system    | play                                            |
 * | recovering | sound is wanted, the connection is lost | sound → playing; pause; file fault → idle       |
 * | failed     | needs the user: autoplay was refused, or recovery timed out after 12 hours | play |
 *
 * Trouble is an error, an early end, no progress, or an unreachable server. Recovery plays prefetched
 * data at once, if there is any. Otherwise it probes the connection with small requests and reloads
 * the element at the same position when a probe succeeds. A file that fails over a good connection is
 * given up and reported. Ends and failures are effects instead of states, since both lead to idle.
 */
export function step(machine: Machine, event: MachineEvent, view: View): Step {
  if (event.type === 'play' && isLoaded(machine, event.track)) {
    return goOn({ ...machine, surface: event.surface, isPressed: true }, view);
  }
  if (event.type === 'play' || event.type === 'cue') return open(machine, event, view);
  return machine.track ? stepLoaded(machine, machine.track, event, view) : [machine, []];
}

function stepLoaded(machine: Machine, track: PlayableTrack, event: LoadedEvent, view: View): Step {
  const { now } = view;
  const { status } = machine;
  switch (event.type) {
    case 'pause':
      return pause(machine);
    case 'stop':
      return [restAfter(machine), [{ do: 'unload' }]];
    case 'seek':
      return seek(machine, clamp(event.position, machine.duration), view);
    case 'duration':
      // Until the metadata is known, a misread file may report any duration.
      return machine.isKnown ? [{ ...machine, duration: event.duration }, []] : [machine, []];
    case 'metadata':
      return know(machine, event.duration, view);
    case 'time':
      return [moveTo(machine, event.position, now), []];
    case 'seeking':
      return [seekingTo(machine, event.position, now), []];
    case 'playing':
      return wantsSound(machine) ? sound(machine, track, now) : [machine, []];
    case 'waiting': {
      if (status !== 'playing') return [machine, []];
      const there = moveTo(machine, event.position, now);
      if (there.isSpent) return recover(there, 'broken', view);
      const dry: Machine = { ...there, status: 'loading', movedAt: now, askAt: now + DOUBT_MS };
      // The connection may serve a seek at once; only complete prefetched data is as fast.
      const isWhole = view.heldUntil === Number.POSITIVE_INFINITY;
      // An element that is already loaded only has to seek.
      const isServed = event.isSeeking ? isWhole && machine.source === 'network' : true;
      return (isServed ? fromMemory(dry, 'stuck', view) : null) ?? [dry, []];
    }
    case 'bytes':
      return [{ ...machine, bytesAt: now }, []];
    case 'finish':
      return finish(machine, track);
    case 'ended':
      return end(machine, track, event.position, view);
    case 'error':
      return wantsSound(machine) && !(event.soundsOn && status === 'playing')
        ? recover(machine, 'broken', view)
        : [{ ...machine, isSpent: true }, []];
    case 'refused':
      return event.load === machine.load && wantsSound(machine)
        ? refuse(machine, track)
        : [machine, []];
    case 'tick':
      return tick(moveTo(machine, event.position, now), view, event.isSeeking);
    case 'answer':
      return event.load === machine.load ? hear(machine, event.answer, view) : [machine, []];
    case 'address':
      return event.load === machine.load && status === 'recovering'
        ? readdress(machine, track, event.address, view)
        : [machine, []];
    case 'chance':
      if (status === 'recovering') return askNow(machine, view);
      return status === 'playing' && event.isPaused
        ? [{ ...machine, movedAt: now, isPressed: false }, [{ do: 'play', load: machine.load }]]
        : [machine, []];
  }
}

type Opening = Extract<MachineEvent, { type: 'play' | 'cue' }>;

function open(machine: Machine, event: Opening, { now, heldUntil }: View): Step {
  const { track, surface } = event;
  const position = clamp(event.from ?? 0, track.duration);
  const source = heldUntil === Number.POSITIVE_INFINITY ? 'memory' : 'network';
  const load = machine.load + 1;
  const plays = event.type === 'play';
  const next: Machine = {
    ...AT_REST,
    status: plays ? 'loading' : 'paused',
    track,
    surface,
    isPressed: event.type === 'play' && !event.follows,
    position,
    duration: track.duration,
    address: track.audio_url,
    load,
    source,
    pending: position > 0 ? position : null,
    movedAt: now,
    askAt: now + DOUBT_MS,
  };
  const loads: Effect = { do: 'load', source };
  return [next, plays ? [loads, { do: 'play', load }] : [loads]];
}

function goOn(machine: Machine, view: View): Step {
  if (machine.status === 'recovering') return askNow(machine, view);
  const wanted: Machine = {
    ...machine,
    status: machine.status === 'playing' ? 'playing' : 'loading',
    movedAt: view.now,
    askAt: view.now + DOUBT_MS,
  };
  if (!machine.isSpent) return [wanted, [{ do: 'play', load: machine.load }]];
  const isHeld = view.heldUntil > machine.position;
  const [next, effects] = reload({ ...wanted, trouble: null }, isHeld ? 'memory' : 'network', view);
  return [{ ...next, isPressed: true }, effects];
}

/** Aborts a load in trouble and keeps the position. */
function pause(machine: Machine): Step {
  // A pause event after a failure carries no information.
  if (machine.status === 'failed') return [machine, []];
  const isSpent = machine.isSpent || machine.status === 'recovering';
  return [{ ...machine, status: 'paused', isSpent, trouble: null }, [{ do: 'pause' }]];
}

function seek(machine: Machine, position: number, view: View): Step {
  const { now } = view;
  const moved: Machine = { ...machine, position, movedAt: now, askAt: now + DOUBT_MS };
  // The element plays the rest of its buffer and cannot seek.
  if (machine.isSpent && machine.status === 'playing') {
    const [next, effects] = recover(moved, 'broken', view);
    return [next, [{ do: 'pause' }, ...effects]];
  }
  if (machine.isSpent || !machine.isKnown) return [{ ...moved, pending: position }, []];
  return [moved, [{ do: 'seek', position }]];
}

/** The system's controls seek the element directly. */
function seekingTo(machine: Machine, position: number, now: number): Machine {
  if (machine.pending !== null || machine.isSpent || !machine.isKnown) return machine;
  return { ...machine, position, movedAt: now };
}

function know(machine: Machine, duration: number, view: View): Step {
  const { pending, source } = machine;
  // WebKit often underestimates the duration of in-memory audio, down to zero: the position would be
  // cut to it.
  if (source === 'memory' && pending !== null && duration < pending) {
    const [next, effects] = fromMemory(machine, 'broken', view) ?? reload(machine, 'network', view);
    if (wantsSound(machine)) return [next, effects];
    return [{ ...next, status: machine.status }, effects.filter((effect) => effect.do === 'load')];
  }
  const { now } = view;
  const known: Machine = { ...machine, duration, isKnown: true, pending: null, movedAt: now };
  if (pending === null) return [known, []];
  return [known, [{ do: 'seek', position: clamp(pending, duration) }]];
}

function sound(machine: Machine, track: PlayableTrack, now: number): Step {
  const { hasStarted, surface, trouble } = machine;
  const next: Machine = {
    ...machine,
    status: 'playing',
    hasStarted: true,
    movedAt: now,
    trouble: trouble && { ...trouble, isTrying: false },
  };
  return [next, hasStarted ? [] : [{ do: 'tell', event: { type: 'started', track, surface } }]];
}

/**
 * Reports a rejected play after a press and goes idle, as specified. A rejected automatic play
 * keeps the position and the queue, and waits for a press.
 */
function refuse(machine: Machine, track: PlayableTrack): Step {
  const { surface, position, isPressed } = machine;
  if (!isPressed) return [{ ...machine, status: 'failed', trouble: null }, []];
  return [
    restAfter(machine),
    [
      { do: 'tell', event: { type: 'failed', track, surface, reason: 'rejected', position } },
      { do: 'unload' },
    ],
  ];
}

function readdress(
  machine: Machine,
  track: PlayableTrack,
  address: string | null,
  view: View,
): Step {
  if (address === null) return giveUpFile(machine, track);
  return reload({ ...machine, address }, 'network', view);
}

function isLoaded({ track }: Machine, wanted: PlayableTrack): boolean {
  return track?.id === wanted.id && track.audio_url === wanted.audio_url;
}
