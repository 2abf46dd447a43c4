import type { PlayableTrack } from '#renderer/data/playback.ts';
import {
  type Answer,
  type Cause,
  type Machine,
  restAfter,
  type Source,
  type Step,
  type Trouble,
  type View,
  wantsSound,
} from './playback-state.ts';

/** Playback without progress for this long counts as stuck, whatever the element reports. */
const STUCK_MS = 5_000;
/** After buffering for this long, probes the connection. */
export const DOUBT_MS = 1_000;
/** After a seek, the network gets this long before memory is used. */
const SEEK_MS = 400;
/**
 * Backoff between probes: recovers within a second after a short outage, and is cheap in a long
 * one.
 */
const ASK_EVERY_MS = [250, ...Array<number>(9).fill(500), 1_000, 2_000, 4_000, 8_000, 15_000];
/** Maximum jitter as a share of the delay. */
const JITTER = 0.4;
/** Delay before the next probe after a failed reload. */
const TRY_AGAIN_MS = [0, 0, 0, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000];
const MOST_PATIENCE_MS = 30_000;
/** Timeout factor while bytes arrive: a reload on a slow connection would discard them. */
const SLOW_FACTOR = 3;
/** After this many failed loads over a good connection the file counts as faulty. */
const FAULTY_TRIES = { unheard: 2, heard: 4 };
/** WebKitGTK fails to read more than half of in-memory loads, and reports it within 0.15 s. */
const UNREAD_TRIES = 32;
/** A wrong response may be temporary: a deployment or a captive portal. */
const FOREIGN_MS = 30_000;
/** Labour may take all night; after this, retrying stops to save the battery. */
const GIVE_UP_MS = 12 * 3_600_000;
/** Stable playback for this long ends the recovery. */
const SETTLED_S = 3;
/** Memory must hold at least this much more to be worth using. */
const WORTH_S = 1.5;
/** A clock jump means that the machine slept. */
const SLEPT_MS = 3_000;
/** The maximum playback rate of browsers. */
const FASTEST = 16;
const AT_END_S = 0.5;
/** Maximum progress between two updates. */
const SOUNDS_ON_S = 2;
/** Whether an end is too far from the stated duration to be real. */
const isEarly = (position: number, duration: number) => position < duration * 0.97 - 2;

/** Handles a stall while playback is wanted. */
export function recover(machine: Machine, cause: Cause, view: View): Step {
  const spent = { ...machine, isSpent: machine.isSpent || cause !== 'stuck' };
  const served = fromMemory(spent, cause, view);
  if (served) return served;
  const trouble = { ...troubleOf(spent, cause, view), isTrying: false };
  const askAt = view.now + at(TRY_AGAIN_MS, trouble.tries);
  const waiting: Machine = { ...spent, status: 'recovering', trouble, askAt };
  const forgets = machine.source === 'memory' && cause === 'broken';
  const [next, effects] = askWhenDue(waiting, view);
  return [next, forgets ? [{ do: 'forget' }, ...effects] : effects];
}

/** Plays on from memory, if memory has this position and has not just failed there. */
export function fromMemory(machine: Machine, cause: Cause, view: View): Step | null {
  const isWorth = view.heldUntil > machine.position + WORTH_S;
  const trouble = troubleOf(machine, cause, view);
  const { tries, memoryTries } = trouble;
  // A retry helps only when the element has not read the bytes at all.
  const isUnread = cause === 'broken' && machine.source === 'memory' && !machine.isKnown;
  if (!isWorth || memoryTries >= (isUnread ? UNREAD_TRIES : 1)) return null;
  // A failure to read the bytes does not mean that the file is faulty.
  const tried: Trouble = {
    ...trouble,
    memoryTries: memoryTries + 1,
    tries: isUnread ? tries - 1 : tries,
  };
  return reload({ ...machine, status: 'loading', trouble: tried }, 'memory', view);
}

/** Reloads the element at its current position. */
export function reload(machine: Machine, source: Source, { now }: View): Step {
  const { trouble, position } = machine;
  const load = machine.load + 1;
  const isAnew = trouble !== null && (trouble.cause !== 'stuck' || machine.isSpent);
  const next: Machine = {
    ...machine,
    load,
    source,
    isKnown: false,
    isSpent: false,
    isPressed: false,
    pending: position > 0 ? position : null,
    movedAt: now,
    askAt: now + DOUBT_MS,
    trouble: trouble && { ...trouble, tries: trouble.tries + 1, isTrying: true },
  };
  return [
    next,
    [
      { do: 'load', source, isAnew },
      { do: 'play', load },
    ],
  ];
}

/** Handles the result of a probe. */
export function hear(machine: Machine, answer: Answer, view: View): Step {
  const { status, track, trouble } = machine;
  if (!track) return [machine, []];
  if (status !== 'recovering' || !trouble) {
    // No failure yet: a good connection may be slow, and the element still has time.
    const isBad = status === 'loading' && answer === 'lost' && !areBytesComing(machine, view);
    return isBad ? recover(machine, 'stuck', view) : [machine, []];
  }
  if (trouble.isTrying || answer === 'lost') return [machine, []];
  // The connection may cause a single error; repeated errors mean that the file is faulty.
  const most = machine.hasStarted ? FAULTY_TRIES.heard : FAULTY_TRIES.unheard;
  const isFaulty = trouble.cause === 'broken' && trouble.tries >= most;
  const isPassing = machine.hasStarted && view.now - trouble.since < FOREIGN_MS;
  if (answer === 'foreign' && isPassing) return [machine, []];
  if (answer === 'foreign' || isFaulty) return giveUpFile(machine, track);
  if (answer === 'gone') return [machine, [{ do: 'find-address', load: machine.load }]];
  return reload(machine, 'network', view);
}

/** The file is missing or broken: reports it, then goes idle or advances to the next track. */
export function giveUpFile(machine: Machine, track: PlayableTrack): Step {
  const { surface, position } = machine;
  return [
    restAfter(machine),
    [
      { do: 'tell', event: { type: 'failed', track, surface, reason: 'media', position } },
      { do: 'unload' },
    ],
  ];
}

export function end(machine: Machine, track: PlayableTrack, position: number, view: View): Step {
  const { trouble } = machine;
  const second = isLeap(machine, position, view.now) ? machine.position : position;
  // A reload ended at the same position, so it is the real end, whatever the library says.
  const isAgain =
    trouble?.cause === 'early' && trouble.tries > 0 && Math.abs(trouble.at - second) < SETTLED_S;
  const duration = track.duration > 0 ? track.duration : machine.duration;
  if (isEarly(second, duration) && !isAgain) {
    if (!wantsSound(machine)) return [{ ...machine, isSpent: true }, []];
    return recover({ ...machine, position: second, isSpent: true }, 'early', view);
  }
  return finish(machine, track);
}

export function finish(machine: Machine, track: PlayableTrack): Step {
  const { surface } = machine;
  return [
    restAfter(machine),
    [{ do: 'tell', event: { type: 'ended', track, surface } }, { do: 'unload' }],
  ];
}

/** Checks timeouts while playback is wanted. */
export function tick(machine: Machine, view: View, isSeeking = false): Step {
  const { now } = view;
  if (!wantsSound(machine)) return [machine, []];
  const slept = machine.tickedAt > 0 && now - machine.tickedAt > SLEPT_MS;
  const seen = { ...machine, tickedAt: now, movedAt: slept ? now : machine.movedAt };
  const { status, trouble } = seen;
  const still = now - seen.movedAt;
  if (status === 'recovering' && trouble && !trouble.isTrying) {
    if (now - trouble.since <= GIVE_UP_MS) return askWhenDue(seen, view);
    return [{ ...seen, status: 'failed', isSpent: true, trouble: null }, [{ do: 'pause' }]];
  }
  const isSlow = areBytesComing(seen, view);
  if (still >= patience(trouble?.tries ?? 0, isSlow)) return recover(seen, 'stuck', view);
  // WebKit fires no waiting event while it seeks.
  const isFinding = status === 'loading' || (isSeeking && seen.source === 'network');
  if (isFinding && still >= SEEK_MS && seen.isKnown) {
    const served = fromMemory(seen, 'stuck', view);
    if (served) return served;
  }
  return status === 'loading' && !isSlow ? askWhenDue(seen, view) : [seen, []];
}

/** Updates the position after playback or a seek. */
export function moveTo(machine: Machine, position: number, now: number): Machine {
  if (machine.pending !== null || position === machine.position) return machine;
  if (machine.isSpent && !soundsOn(machine, position)) return machine;
  if (isLeap(machine, position, now)) return machine;
  const { trouble, status } = machine;
  const isSettled = trouble !== null && position > trouble.at + SETTLED_S;
  return {
    ...machine,
    position,
    // The element may recover on its own.
    status: status === 'recovering' && position > machine.position ? 'playing' : status,
    movedAt: now,
    trouble: isSettled ? null : trouble,
  };
}

/** Firefox reports a broken connection at once and keeps playing its buffer. */
function soundsOn(machine: Machine, to: number): boolean {
  const { position } = machine;
  return wantsSound(machine) && to > position && to < position + SOUNDS_ON_S;
}

/**
 * A jump to the end that playback cannot have covered: the element could not decode the rest of its
 * data and reports an end.
 */
function isLeap({ position, duration, movedAt }: Machine, to: number, now: number): boolean {
  const heard = position + ((now - movedAt) / 1_000) * FASTEST;
  return to > duration - AT_END_S && isEarly(heard, duration);
}

/** Probes at once and resets the backoff, as the connection may be back. */
export function askNow(machine: Machine, view: View): Step {
  const { trouble } = machine;
  return askWhenDue(
    { ...machine, askAt: view.now, trouble: trouble && { ...trouble, asked: 0 } },
    view,
  );
}

function askWhenDue(machine: Machine, { now, jitter = 0 }: View): Step {
  if (now < machine.askAt) return [machine, []];
  const { trouble, load } = machine;
  const asked = trouble?.asked ?? 0;
  const every = trouble ? at(ASK_EVERY_MS, asked) * (1 + JITTER * jitter) : DOUBT_MS;
  const next: Machine = {
    ...machine,
    askAt: now + every,
    trouble: trouble && { ...trouble, asked: asked + 1 },
  };
  return [next, [{ do: 'ask', load }]];
}

function troubleOf({ trouble, position }: Machine, cause: Cause, { now }: View): Trouble {
  // A stall at another position is a new one, even soon after the last.
  const isSame = trouble && Math.abs(trouble.at - position) < SETTLED_S;
  if (isSame) return { ...trouble, cause };
  return {
    cause,
    since: now,
    at: position,
    asked: 0,
    tries: 0,
    isTrying: false,
    memoryTries: 0,
  };
}

/** The last step repeats forever. */
function at(steps: readonly number[], index: number): number {
  return steps[Math.min(index, steps.length - 1)] ?? 0;
}

/** While bytes arrive no probe is needed, and a busy connection could not answer it in time. */
function areBytesComing({ bytesAt }: Machine, { now }: View): boolean {
  return bytesAt > 0 && now - bytesAt < DOUBT_MS;
}

function patience(tries: number, isSlow: boolean): number {
  return Math.min(STUCK_MS * 1.5 ** tries * (isSlow ? SLOW_FACTOR : 1), MOST_PATIENCE_MS);
}
