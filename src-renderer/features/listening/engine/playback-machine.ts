import type { PlayableTrack } from '#renderer/data/playback.ts';
import {
  end,
  fail,
  finish,
  handleProbe,
  PROBE_MS,
  playFromMemory,
  probeNow,
  recover,
  reload,
  tick,
  updatePosition,
} from './playback-recovery.ts';
import {
  clamp,
  type Effect,
  IDLE_MACHINE,
  idleAfter,
  type LoadedEvent,
  type Machine,
  type MachineEvent,
  type Step,
  type View,
  wantsPlayback,
} from './playback-state.ts';

/**
 * The player's state machine: a pure function of events, without an element, clock or network.
 * `player-engine.ts` runs it.
 *
 * | status     | means                                   | leaves by                                       |
 * |------------|-----------------------------------------|-------------------------------------------------|
 * | idle       | nothing loaded                          | play, cue                                       |
 * | loading    | playback is wanted, not audible yet     | sound → playing; trouble → recovering           |
 * | playing    | audible                                 | pause; end → idle; buffer empty → loading; trouble → recovering |
 * | paused     | loaded, paused by the user or system    | play                                            |
 * | recovering | playback is wanted, connection lost     | sound → playing; pause; file fault → idle       |
 * | failed     | needs the user: autoplay was refused, or recovery timed out after 12 hours | play |
 *
 * Trouble is an error, an early end, no progress, or an unreachable server. Recovery plays prefetched
 * data at once, if there is any. Otherwise it probes the connection with small requests, and reloads
 * the element at the same position when a probe succeeds. A file that fails over a good connection
 * counts as broken and is reported. An end and a failure both lead to idle; only their effects differ.
 */
export function step(machine: Machine, event: MachineEvent, view: View): Step {
  if (event.type === 'play' && isLoaded(machine, event.track)) {
    return resume({ ...machine, surface: event.surface, isByUser: true }, view);
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
      return [idleAfter(machine), []];
    case 'seek':
      return seek(machine, clamp(event.position, machine.duration), now);
    case 'duration':
      // Before the metadata is loaded, a misread file may report any duration.
      return machine.hasMetadata ? [{ ...machine, duration: event.duration }, []] : [machine, []];
    case 'metadata':
      return handleMetadata(machine, event.duration, view);
    case 'time':
      return [updatePosition(machine, event.position, now), []];
    case 'seeking':
      return [handleSystemSeek(machine, event.position, now), []];
    case 'playing':
      return wantsPlayback(machine) ? handlePlaying(machine, track, now) : [machine, []];
    case 'waiting': {
      if (status !== 'playing') return [machine, []];
      const moved = updatePosition(machine, event.position, now);
      const next: Machine = {
        ...moved,
        status: 'loading',
        progressAt: now,
        probeAt: now + PROBE_MS,
      };
      // A seek switches to the prefetch buffer only if it holds the whole track. If the element
      // already plays from the buffer, it only has to seek.
      const isWhole = view.heldUntil === Number.POSITIVE_INFINITY;
      const usesMemory = event.isSeeking ? isWhole && machine.source === 'network' : true;
      return (usesMemory ? playFromMemory(next, 'stalled', view) : null) ?? [next, []];
    }
    case 'bytes':
      return [{ ...machine, bytesAt: now }, []];
    case 'finish':
      return finish(machine, track);
    case 'ended':
      return end(machine, track, event.position, view);
    case 'error':
      return handleError(machine, view);
    case 'rejected':
      return wantsPlayback(machine) ? handleRejection(machine, track) : [machine, []];
    case 'tick':
      return tick(updatePosition(machine, event.position, now), view, event.isSeeking);
    case 'probed':
      return handleProbe(machine, track, event.result, view);
    case 'retry':
      if (status === 'recovering') return probeNow(machine, view);
      return status === 'playing' && event.isPaused
        ? [{ ...machine, progressAt: now, isByUser: false }, [{ do: 'play' }]]
        : [machine, []];
  }
}

type Opening = Extract<MachineEvent, { type: 'play' | 'cue' }>;

function open(machine: Machine, event: Opening, { now, heldUntil }: View): Step {
  const { track, surface } = event;
  const position = clamp(event.from ?? 0, track.duration);
  const source = heldUntil === Number.POSITIVE_INFINITY ? 'memory' : 'network';
  const isPlay = event.type === 'play';
  const next: Machine = {
    ...IDLE_MACHINE,
    status: isPlay ? 'loading' : 'paused',
    track,
    surface,
    isByUser: event.type === 'play' && !event.follows,
    position,
    duration: track.duration,
    address: track.audio_url,
    load: machine.load + 1,
    source,
    pendingSeek: position > 0 ? position : null,
    progressAt: now,
    probeAt: now + PROBE_MS,
  };
  const loadEffect: Effect = { do: 'load', source };
  return [next, isPlay ? [loadEffect, { do: 'play' }] : [loadEffect]];
}

function resume(machine: Machine, view: View): Step {
  if (machine.status === 'recovering') return probeNow(machine, view);
  const wanted: Machine = {
    ...machine,
    status: machine.status === 'playing' ? 'playing' : 'loading',
    progressAt: view.now,
    probeAt: view.now + PROBE_MS,
  };
  if (!machine.needsReload) return [wanted, [{ do: 'play' }]];
  const isHeld = view.heldUntil > machine.position;
  const [next, effects] = reload(
    { ...wanted, recovery: null },
    isHeld ? 'memory' : 'network',
    view,
  );
  return [{ ...next, isByUser: true }, effects];
}

/** Pauses at the current position; a recovery is aborted. */
function pause(machine: Machine): Step {
  // After a failure, the element also fires a pause event; the status stays `failed`.
  if (machine.status === 'failed') return [machine, []];
  const needsReload = machine.needsReload || machine.status === 'recovering';
  return [{ ...machine, status: 'paused', needsReload, recovery: null }, [{ do: 'pause' }]];
}

function seek(machine: Machine, position: number, now: number): Step {
  const moved: Machine = { ...machine, position, progressAt: now, probeAt: now + PROBE_MS };
  if (machine.needsReload || !machine.hasMetadata) return [{ ...moved, pendingSeek: position }, []];
  return [moved, [{ do: 'seek', position }]];
}

/** The system's media controls may seek the element directly. */
function handleSystemSeek(machine: Machine, position: number, now: number): Machine {
  if (machine.pendingSeek !== null || machine.needsReload || !machine.hasMetadata) return machine;
  return { ...machine, position, progressAt: now };
}

function handleError(machine: Machine, view: View): Step {
  return wantsPlayback(machine)
    ? recover(machine, 'broken', view)
    : [{ ...machine, needsReload: true }, []];
}

function handleMetadata(machine: Machine, duration: number, view: View): Step {
  const { pendingSeek, source } = machine;
  const { now } = view;
  // WebKit underestimates the duration of some audio in memory, and would play it from its start.
  if (source === 'memory' && pendingSeek !== null && duration < pendingSeek) {
    return wantsPlayback(machine)
      ? reload(machine, 'network', view)
      : [{ ...machine, needsReload: true }, []];
  }
  const known = { ...machine, duration, hasMetadata: true, pendingSeek: null, progressAt: now };
  if (pendingSeek === null) return [known, []];
  return [known, [{ do: 'seek', position: clamp(pendingSeek, duration) }]];
}

function handlePlaying(machine: Machine, track: PlayableTrack, now: number): Step {
  const { hasStarted, surface, recovery } = machine;
  const next: Machine = {
    ...machine,
    status: 'playing',
    hasStarted: true,
    progressAt: now,
    recovery: recovery && { ...recovery, isReloading: false },
  };
  return [next, hasStarted ? [] : [{ do: 'emit', event: { type: 'started', track, surface } }]];
}

/**
 * The browser has refused to play. If the user pressed play, reports it and goes idle, as specified.
 * After an automatic play, keeps the position and the queue until the user presses play.
 */
function handleRejection(machine: Machine, track: PlayableTrack): Step {
  if (!machine.isByUser) return [{ ...machine, status: 'failed', recovery: null }, []];
  return fail(machine, track, 'rejected');
}

function isLoaded({ track }: Machine, wanted: PlayableTrack): boolean {
  return track?.id === wanted.id && track.audio_url === wanted.audio_url;
}
