import type { PlayableTrack } from '#renderer/data/playback.ts';
import {
  type Cause,
  type FailureReason,
  idleAfter,
  type Machine,
  type ProbeResult,
  type Recovery,
  type Source,
  type Step,
  type View,
  wantsPlayback,
} from './playback-state.ts';

/** Playback without progress for this long counts as a stall, regardless of what the element reports. */
const STALL_TIMEOUT_MS = 5_000;
/** The connection is probed after this much buffering. */
export const PROBE_MS = 1_000;
/** After a seek, the network gets this long before the prefetch buffer is used. */
const SEEK_TIMEOUT_MS = 400;
/** Backoff between probes: recovers within a second, and is cheap in a long outage. */
const PROBE_BACKOFF_MS = [250, ...Array<number>(9).fill(500), 1_000, 2_000, 4_000, 8_000, 15_000];
/** Maximum jitter as a share of the delay. */
const JITTER = 0.4;
/** Delay before the next probe after a failed reload. */
const RELOAD_BACKOFF_MS = [0, 0, 0, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000];
const MAX_TIMEOUT_MS = 30_000;
/** Timeout factor while bytes arrive: a reload on a slow connection would discard them. */
const SLOW_FACTOR = 3;
/** After this many failed loads over a good connection the file counts as faulty. */
const MAX_FAILED_LOADS = { beforeStart: 2, afterStart: 4 };
/** A non-audio response may be temporary, for example during a deployment. */
const FOREIGN_TOLERANCE_MS = 30_000;
/** Retrying stops after this, to save the battery. Labour may take all night. */
const GIVE_UP_MS = 12 * 3_600_000;
/** Stable playback for this long ends the recovery. */
const STABLE_S = 3;
/** The prefetch buffer is used only if it holds at least this much more. */
const MIN_PREFETCHED_S = 1.5;
/** The maximum playback rate of browsers. */
const MAX_RATE = 16;
/** A position this close to the end counts as the end. */
const AT_END_S = 0.5;
/** Whether an end this far before the stated duration must be an error. */
const isEarly = (position: number, duration: number) => position < duration * 0.97 - 2;

/** Recovers from an error, an early end or a stall while playback is wanted. */
export function recover(machine: Machine, cause: Cause, view: View): Step {
  const interrupted = { ...machine, needsReload: machine.needsReload || cause !== 'stalled' };
  const fromMemory = playFromMemory(interrupted, cause, view);
  if (fromMemory) return fromMemory;
  const recovery = { ...recoveryOf(interrupted, cause, view), isReloading: false };
  const probeAt = view.now + delayAt(RELOAD_BACKOFF_MS, recovery.tries);
  const waiting: Machine = { ...interrupted, status: 'recovering', recovery, probeAt };
  return probeWhenDue(waiting, view);
}

/** Continues from the prefetch buffer, or null if that lacks this position or just failed there. */
export function playFromMemory(machine: Machine, cause: Cause, view: View): Step | null {
  const hasEnough = view.heldUntil > machine.position + MIN_PREFETCHED_S;
  const recovery = recoveryOf(machine, cause, view);
  if (!hasEnough || recovery.hasTriedMemory) return null;
  const tried: Recovery = { ...recovery, hasTriedMemory: true };
  return reload({ ...machine, status: 'loading', recovery: tried }, 'memory', view);
}

/** Reloads the element at its current position. */
export function reload(machine: Machine, source: Source, { now }: View): Step {
  const { recovery, position } = machine;
  const bypassesCache = recovery !== null && (recovery.cause !== 'stalled' || machine.needsReload);
  const next: Machine = {
    ...machine,
    load: machine.load + 1,
    source,
    hasMetadata: false,
    needsReload: false,
    isByUser: false,
    pendingSeek: position > 0 ? position : null,
    progressAt: now,
    probeAt: now + PROBE_MS,
    recovery: recovery && { ...recovery, tries: recovery.tries + 1, isReloading: true },
  };
  return [next, [{ do: 'load', source, bypassesCache }, { do: 'play' }]];
}

/** Handles the result of a probe. */
export function handleProbe(
  machine: Machine,
  track: PlayableTrack,
  result: ProbeResult,
  view: View,
): Step {
  const { status, recovery } = machine;
  if (status !== 'recovering' || !recovery) {
    // The element has not failed, so a good result needs no action: the connection may be slow.
    const isOffline = status === 'loading' && result === 'lost' && !isReceiving(machine, view);
    return isOffline ? recover(machine, 'stalled', view) : [machine, []];
  }
  if (recovery.isReloading || result === 'lost') return [machine, []];
  // A single error may come from the connection; repeated errors mean that the file is faulty.
  const maxTries = machine.hasStarted ? MAX_FAILED_LOADS.afterStart : MAX_FAILED_LOADS.beforeStart;
  const isFaulty = recovery.cause === 'broken' && recovery.tries >= maxTries;
  const isTemporary = machine.hasStarted && view.now - recovery.since < FOREIGN_TOLERANCE_MS;
  if (result === 'foreign' && isTemporary) return [machine, []];
  if (result === 'foreign' || result === 'gone' || isFaulty) return fail(machine, track, 'media');
  const { address } = result === 'good' ? machine : result;
  return reload({ ...machine, address }, 'network', view);
}

/** Reports the failure and goes idle; a queue then advances. */
export function fail(machine: Machine, track: PlayableTrack, reason: FailureReason): Step {
  const { surface } = machine;
  return [idleAfter(machine), [{ do: 'emit', event: { type: 'failed', track, surface, reason } }]];
}

export function end(machine: Machine, track: PlayableTrack, position: number, view: View): Step {
  const { recovery } = machine;
  const last = isJump(machine, position, view.now) ? machine.position : position;
  // If a reload ends at the same position, that is the real end, regardless of the duration in the library.
  const isRepeated =
    recovery?.cause === 'early' &&
    recovery.tries > 0 &&
    Math.abs(recovery.position - last) < STABLE_S;
  const duration = track.duration > 0 ? track.duration : machine.duration;
  if (isEarly(last, duration) && !isRepeated) {
    if (!wantsPlayback(machine)) return [{ ...machine, needsReload: true }, []];
    return recover({ ...machine, position: last, needsReload: true }, 'early', view);
  }
  return finish(machine, track);
}

export function finish(machine: Machine, track: PlayableTrack): Step {
  const { surface } = machine;
  return [idleAfter(machine), [{ do: 'emit', event: { type: 'ended', track, surface } }]];
}

/** Checks timeouts while playback is wanted. */
export function tick(machine: Machine, view: View, isSeeking = false): Step {
  const { now } = view;
  if (!wantsPlayback(machine)) return [machine, []];
  const { status, recovery } = machine;
  const stalledMs = now - machine.progressAt;
  if (status === 'recovering' && recovery && !recovery.isReloading) {
    if (now - recovery.since <= GIVE_UP_MS) return probeWhenDue(machine, view);
    return [{ ...machine, status: 'failed', needsReload: true, recovery: null }, [{ do: 'pause' }]];
  }
  const isSlow = isReceiving(machine, view);
  if (stalledMs >= stallTimeout(recovery?.tries ?? 0, isSlow)) {
    return recover(machine, 'stalled', view);
  }
  // WebKit fires no waiting event while it seeks.
  const isWaiting = status === 'loading' || (isSeeking && machine.source === 'network');
  if (isWaiting && stalledMs >= SEEK_TIMEOUT_MS && machine.hasMetadata) {
    const fromMemory = playFromMemory(machine, 'stalled', view);
    if (fromMemory) return fromMemory;
  }
  return status === 'loading' && !isSlow ? probeWhenDue(machine, view) : [machine, []];
}

/** Updates the position after playback or a seek. */
export function updatePosition(machine: Machine, position: number, now: number): Machine {
  if (machine.pendingSeek !== null || position === machine.position) return machine;
  if (machine.needsReload || isJump(machine, position, now)) return machine;
  const { recovery, status } = machine;
  const isStable = recovery !== null && position > recovery.position + STABLE_S;
  return {
    ...machine,
    position,
    // The element may recover on its own.
    status: status === 'recovering' && position > machine.position ? 'playing' : status,
    progressAt: now,
    recovery: isStable ? null : recovery,
  };
}

/**
 * Whether the position jumped to the end faster than playback could. The element then failed to
 * decode the rest of its data, and reports an end instead of an error.
 */
function isJump({ position, duration, progressAt }: Machine, to: number, now: number): boolean {
  const furthest = position + ((now - progressAt) / 1_000) * MAX_RATE;
  return to > duration - AT_END_S && isEarly(furthest, duration);
}

/** Probes at once and resets the backoff, because the connection may be back. */
export function probeNow(machine: Machine, view: View): Step {
  const { recovery } = machine;
  return probeWhenDue(
    { ...machine, probeAt: view.now, recovery: recovery && { ...recovery, probes: 0 } },
    view,
  );
}

function probeWhenDue(machine: Machine, { now, jitter = 0 }: View): Step {
  if (now < machine.probeAt) return [machine, []];
  const { recovery } = machine;
  const probes = recovery?.probes ?? 0;
  const delay = recovery ? delayAt(PROBE_BACKOFF_MS, probes) * (1 + JITTER * jitter) : PROBE_MS;
  const next: Machine = {
    ...machine,
    probeAt: now + delay,
    recovery: recovery && { ...recovery, probes: probes + 1 },
  };
  return [next, [{ do: 'probe' }]];
}

function recoveryOf({ recovery, position }: Machine, cause: Cause, { now }: View): Recovery {
  // Recovery at another position is counted separately.
  const isSame = recovery && Math.abs(recovery.position - position) < STABLE_S;
  if (isSame) return { ...recovery, cause };
  return {
    cause,
    since: now,
    position,
    probes: 0,
    tries: 0,
    isReloading: false,
    hasTriedMemory: false,
  };
}

/** The last delay repeats forever. */
function delayAt(delays: readonly number[], index: number): number {
  return delays[Math.min(index, delays.length - 1)] ?? 0;
}

/** While bytes arrive, no probe is needed, and a busy connection could not respond in time. */
function isReceiving({ bytesAt }: Machine, { now }: View): boolean {
  return bytesAt > 0 && now - bytesAt < PROBE_MS;
}

function stallTimeout(tries: number, isSlow: boolean): number {
  return Math.min(STALL_TIMEOUT_MS * 1.5 ** tries * (isSlow ? SLOW_FACTOR : 1), MAX_TIMEOUT_MS);
}
