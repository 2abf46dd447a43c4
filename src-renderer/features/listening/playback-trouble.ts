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

/** Nothing has moved for this long: something is wrong, whatever the element says. */
const STUCK_MS = 5_000;
/** Dry for this long, the line is asked whether it is still there. */
export const DOUBT_MS = 1_000;
/** After a seek the line has this long before memory serves it. */
const SEEK_MS = 400;
/** Between two questions; so short, because sound is to be back within a second of the line. */
const ASK_EVERY_MS = [250, 500];
/** After a load that did not help, before the line is asked again. */
const TRY_AGAIN_MS = [0, 0, 0, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000];
const MOST_PATIENCE_MS = 30_000;
/** So much longer while bytes come: what begins anew on a slow line begins without those it has had. */
const SLOW_FACTOR = 3;
/** So many loads of a good line that the element cannot use are the file's fault. */
const FAULTY_TRIES = { unheard: 2, heard: 4 };
/** WebKitGTK finds nothing in good bytes in more than every second load of memory, and says so within 0.15 s. */
const UNREAD_TRIES = 32;
/** What was a recording a moment ago may be one again: a server being renewed, a portal. */
const FOREIGN_MS = 30_000;
/** She may be in labour for a night; whoever is not gets her battery back. */
const GIVE_UP_MS = 12 * 3_600_000;
/** Sound for this long ends a trouble. */
const SETTLED_S = 3;
/** Memory that ends in a moment helps nobody. */
const WORTH_S = 1.5;
/** A clock that jumps belongs to a machine that slept. */
const SLEPT_MS = 3_000;
/** No browser plays faster than this. */
const FASTEST = 16;
const AT_END_S = 0.5;
/** From one look at the element to the next. */
const SOUNDS_ON_S = 2;
/** How far from the stated end an end is believed. */
const isEarly = (position: number, duration: number) => position < duration * 0.97 - 2;

/** The element stopped giving sound while she wants it. */
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

/** Goes on at the same second from memory, when that holds it and has not just failed to. */
export function fromMemory(machine: Machine, cause: Cause, view: View): Step | null {
  const isWorth = view.heldUntil > machine.position + WORTH_S;
  const trouble = troubleOf(machine, cause, view);
  const { tries, memoryTries } = trouble;
  // A second time would be the same, unless the element has not come to the bytes at all.
  const isUnread = cause === 'broken' && machine.source === 'memory' && !machine.isKnown;
  if (!isWorth || memoryTries >= (isUnread ? UNREAD_TRIES : 1)) return null;
  // What was not read says nothing against the file.
  const tried: Trouble = {
    ...trouble,
    memoryTries: memoryTries + 1,
    tries: isUnread ? tries - 1 : tries,
  };
  return reload({ ...machine, status: 'loading', trouble: tried }, 'memory', view);
}

/** Loads the element anew at the second where it stands. */
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

/** What the line answered. */
export function hear(machine: Machine, answer: Answer, view: View): Step {
  const { status, track, trouble } = machine;
  if (!track) return [machine, []];
  if (status !== 'recovering' || !trouble) {
    // Only doubted so far: a good line may be slow, and the element still has its time.
    const isBad = status === 'loading' && answer === 'lost' && !areBytesComing(machine, view);
    return isBad ? recover(machine, 'stuck', view) : [machine, []];
  }
  if (trouble.isTrying || answer === 'lost') return [machine, []];
  // An error may have been the line's; the same again and again is the file's.
  const most = machine.hasStarted ? FAULTY_TRIES.heard : FAULTY_TRIES.unheard;
  const isFaulty = trouble.cause === 'broken' && trouble.tries >= most;
  const isPassing = machine.hasStarted && view.now - trouble.since < FOREIGN_MS;
  if (answer === 'foreign' && isPassing) return [machine, []];
  if (answer === 'foreign' || isFaulty) return giveUpFile(machine, track);
  if (answer === 'gone') return [machine, [{ do: 'find-address', load: machine.load }]];
  return reload(machine, 'line', view);
}

/** The file is missing or broken: said at once, and the player rests or goes on to the next track. */
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
  const { trouble, surface } = machine;
  const second = isLeap(machine, position, view.now) ? machine.position : position;
  // Loaded anew and ended at the same place: then that is its end, whatever the library says.
  const isAgain =
    trouble?.cause === 'early' && trouble.tries > 0 && Math.abs(trouble.at - second) < SETTLED_S;
  const duration = track.duration > 0 ? track.duration : machine.duration;
  if (isEarly(second, duration) && !isAgain) {
    if (!wantsSound(machine)) return [{ ...machine, isSpent: true }, []];
    return recover({ ...machine, position: second, isSpent: true }, 'early', view);
  }
  return [
    restAfter(machine),
    [{ do: 'tell', event: { type: 'ended', track, surface } }, { do: 'unload' }],
  ];
}

/** Looks at the clock while sound is wanted. */
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
  // WebKit does not say that it waits while it looks for a place.
  const isFinding = status === 'loading' || (isSeeking && seen.source === 'line');
  if (isFinding && still >= SEEK_MS && seen.isKnown) {
    const served = fromMemory(seen, 'stuck', view);
    if (served) return served;
  }
  return status === 'loading' && !isSlow ? askWhenDue(seen, view) : [seen, []];
}

/** Sound, or her hand, has moved the track on. */
export function moveTo(machine: Machine, position: number, now: number): Machine {
  if (machine.pending !== null || position === machine.position) return machine;
  if (machine.isSpent && !soundsOn(machine, position)) return machine;
  if (isLeap(machine, position, now)) return machine;
  const { trouble, status } = machine;
  const isSettled = trouble !== null && position > trouble.at + SETTLED_S;
  return {
    ...machine,
    position,
    // An element may find its way back by itself.
    status: status === 'recovering' && position > machine.position ? 'playing' : status,
    movedAt: now,
    trouble: isSettled ? null : trouble,
  };
}

/** Firefox tells of a broken line at once, and goes on with what it has got so far. */
function soundsOn(machine: Machine, to: number): boolean {
  const { position } = machine;
  return wantsSound(machine) && to > position && to < position + SOUNDS_ON_S;
}

/**
 * At the end, and sound cannot have come so far since it was last seen: the element found nothing in the rest
 * of its bytes that it could play, and calls that an end.
 */
function isLeap({ position, duration, movedAt }: Machine, to: number, now: number): boolean {
  const heard = position + ((now - movedAt) / 1_000) * FASTEST;
  return to > duration - AT_END_S && isEarly(heard, duration);
}

/** At once, whatever had been planned: there is a reason to hope. */
export function askNow(machine: Machine, view: View): Step {
  return askWhenDue({ ...machine, askAt: view.now }, view);
}

function askWhenDue(machine: Machine, { now }: View): Step {
  if (now < machine.askAt) return [machine, []];
  const { trouble, load } = machine;
  const asked = trouble?.asked ?? 0;
  const every = trouble ? at(ASK_EVERY_MS, asked) : DOUBT_MS;
  const next: Machine = {
    ...machine,
    askAt: now + every,
    trouble: trouble && { ...trouble, asked: asked + 1 },
  };
  return [next, [{ do: 'ask', load }]];
}

function troubleOf({ trouble, position }: Machine, cause: Cause, { now }: View): Trouble {
  // At another place it is another trouble, even when the one before has hardly passed.
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

/** The last of them goes on for ever. */
function at(steps: readonly number[], index: number): number {
  return steps[Math.min(index, steps.length - 1)] ?? 0;
}

/** Then nobody has to ask whether the line is there; it is too busy for an answer in time. */
function areBytesComing({ bytesAt }: Machine, { now }: View): boolean {
  return bytesAt > 0 && now - bytesAt < DOUBT_MS;
}

function patience(tries: number, isSlow: boolean): number {
  return Math.min(STUCK_MS * 1.5 ** tries * (isSlow ? SLOW_FACTOR : 1), MOST_PATIENCE_MS);
}
