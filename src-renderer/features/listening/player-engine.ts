import { API_PATHS } from '#contract/words/paths.ts';
import type { PlayableTrack, Playback, PlaybackTime, Surface } from '#renderer/data/playback.ts';
import type { AudioElement } from './audio-element.ts';
import type { Line } from './line.ts';
import { step } from './playback-machine.ts';
import {
  AT_REST,
  type Effect,
  type Machine,
  type MachineEvent,
  type PlayerEvent,
  wantsSound,
} from './playback-state.ts';

export interface PlayerState {
  readonly playback: Playback;
  readonly time: PlaybackTime;
  /** How fast it speaks, 1 being its own way. */
  readonly rate: number;
}

interface OpenOptions {
  readonly surface: Surface;
  readonly from?: number;
  /** Nobody pressed for it: the track before has ended. */
  readonly follows?: boolean;
}

export interface PlayerEngine {
  getState(): PlayerState;
  /**
   * Has the browser find out what the file is, for the press that is about to come; nothing sounds, and the
   * state stays. What is loaded already keeps the element, and of a gated recording there is no address yet.
   */
  prepare(track: PlayableTrack): void;
  /** Loads and plays; the track that is already loaded goes on where it is. */
  play(track: PlayableTrack, options: OpenOptions): void;
  /** Loads without playing. */
  cue(track: PlayableTrack, options: OpenOptions): void;
  /** Also ends the waiting for a lost line; her place is kept. */
  pause(): void;
  /** Within the loaded track, clamped to its ends. */
  seek(position: number): void;
  stop(): void;
  /** How fast it speaks, from now on and for every track; the pitch stays. */
  setRate(rate: number): void;
  /** She has asked for sound, a first one or one at another place, and the element is on its way to it. */
  isAboutToSound(): boolean;
  /** The connection may be back, or somebody looks at the page again. */
  takeChance(): void;
  /** `playback` and `time` are each replaced only when they change. */
  onChange(listener: (state: PlayerState) => void): () => void;
  /**
   * `started`, `ended` and `failed`. A listener that plays the next track within an end or a failure
   * does so before the element is emptied, so that a locked phone hears one sound and not two.
   */
  onEvent(listener: (event: PlayerEvent) => void): () => void;
}

/** What is held in memory, see `fetched-ahead.ts`. */
export interface Memory {
  /** To which second it holds the track from its beginning; Infinity when all of it. */
  heldUntil(track: PlayableTrack): number;
  /** An address of what is held; the one given before is no longer good. */
  open(track: PlayableTrack): string;
  forget(track: PlayableTrack): void;
}

interface EngineParts {
  readonly line: Line;
  readonly memory?: Memory;
  /** She spares her data: nothing is asked for before she has pressed. */
  readonly isSparing?: () => boolean;
  readonly now?: () => number;
}

const TICK_MS = 250;
/** Of `readyState`: from here on it can play. */
const HAVE_FUTURE_DATA = 3;
/** The code of an error that is the line's. */
const NETWORK_ERROR = 2;

/** Runs the machine of `playback-machine.ts` over the one element, the line and the clock. */
export function createPlayerEngine(audio: AudioElement, parts: EngineParts): PlayerEngine {
  const { line, memory, isSparing = () => false, now = () => performance.now() } = parts;
  const changeListeners = new Set<(state: PlayerState) => void>();
  const eventListeners = new Set<(event: PlayerEvent) => void>();
  let machine: Machine = AT_REST;
  let rate = 1;
  let state = show(machine, rate, undefined);
  let ticking: ReturnType<typeof setInterval> | undefined;
  /** Ends what was asked on behalf of a load that is over. */
  let asking = new AbortController();
  /** On its way to another place. WebKit says that it waits when it is there already, and only then that it is there. */
  let isFinding = false;
  /** The address the element was given before there was a track. */
  let prepared: string | null = null;

  const dispatch = (event: MachineEvent) => {
    const track = 'track' in event ? event.track : machine.track;
    const heldUntil = (track && memory?.heldUntil(track)) ?? 0;
    const before = machine;
    const [next, effects] = step(machine, event, { now: now(), heldUntil });
    machine = next;
    if (next.load !== before.load) {
      asking.abort();
      asking = new AbortController();
    }
    keepTicking(wantsSound(next));
    // The element goes first: what others make of the new state costs time that the sound would wait.
    const atOnce = effects.filter(isForElement);
    for (const effect of atOnce) run(effect);
    publish();
    for (const effect of effects) if (!isForElement(effect)) run(effect);
  };

  const keepTicking = (wanted: boolean) => {
    if (wanted === (ticking !== undefined)) return;
    clearInterval(ticking);
    ticking = wanted
      ? setInterval(
          () => dispatch({ type: 'tick', position: heardTo(), isSeeking: audio.seeking }),
          TICK_MS,
        )
      : undefined;
  };

  const publish = () => {
    const next = show(machine, rate, state);
    if (next === state) return;
    state = next;
    for (const listener of changeListeners) listener(state);
  };

  const run = (effect: Effect) => {
    const { track, address } = machine;
    switch (effect.do) {
      case 'tell':
        for (const listener of eventListeners) listener(effect.event);
        return;
      case 'unload':
        // A listener of the end may have begun the next track.
        if (track) return;
        audio.pause();
        audio.removeAttribute('src');
        audio.load();
        return;
      case 'pause':
        audio.pause();
        return;
      case 'seek':
        audio.currentTime = effect.position;
        return;
      case 'play':
        play(effect.load);
        return;
    }
    if (!track) return;
    switch (effect.do) {
      case 'load':
        load(
          effect.source === 'memory' && memory
            ? memory.open(track)
            : `${address}${effect.isAnew ? anew(machine.load) : ''}`,
        );
        return;
      case 'forget':
        memory?.forget(track);
        return;
      case 'ask':
        void line
          .ask(address, asking.signal)
          .then((answer) => dispatch({ type: 'answer', load: effect.load, answer }));
        return;
      case 'find-address': {
        const { load } = effect;
        void line.findAddress({ ...track, audio_url: address }, asking.signal).then(
          (found) => dispatch({ type: 'address', load, address: found }),
          () => dispatch({ type: 'answer', load, answer: 'lost' }),
        );
      }
    }
  };

  const load = (source: string) => {
    const isThere = source === prepared && !audio.error;
    prepared = null;
    isFinding = false;
    if (!isThere) audio.src = source;
    // What the element has said of its file already, it does not say again.
    else if (audio.readyState > 0) queueMicrotask(hearMetadata);
  };

  const play = (load: number) => {
    audio.play().catch((cause: unknown) => {
      // Pausing or loading something else aborts a pending play(): that is an answer, not a failure.
      if (nameOf(cause) === 'AbortError' || load !== machine.load) return;
      // An element that cannot use its file says so in an event of its own as well.
      if (audio.error) breakDown();
      else dispatch({ type: 'refused', load });
    });
  };
  /** What Chromium says of its place after it has given up its file is no sound. */
  const heardTo = () => (audio.error && audio.paused ? machine.position : audio.currentTime);
  const hearMetadata = () => dispatch({ type: 'metadata', duration: lengthOf(audio, machine) });
  const hasEnough = () => audio.readyState >= HAVE_FUTURE_DATA;
  const breakDown = () => {
    if (machine.isSpent) return;
    // Firefox tells of a broken line at once, with half a minute of sound still in hand.
    const soundsOn = audio.error?.code === NETWORK_ERROR && !audio.paused && hasEnough();
    dispatch({ type: 'error', soundsOn });
  };

  const on = (name: keyof HTMLMediaElementEventMap, listener: () => void) =>
    audio.addEventListener(name, () => {
      if (machine.track) listener();
    });
  on('loadedmetadata', hearMetadata);
  on('durationchange', () => {
    if (Number.isFinite(audio.duration)) dispatch({ type: 'duration', duration: audio.duration });
  });
  on('timeupdate', () => dispatch({ type: 'time', position: heardTo() }));
  on('seeking', () => {
    isFinding = true;
    dispatch({ type: 'seeking', position: audio.currentTime });
  });
  on('seeked', () => {
    isFinding = false;
  });
  on('playing', () => dispatch({ type: 'playing' }));
  on('waiting', () =>
    dispatch({
      type: 'waiting',
      isSeeking: audio.seeking || isFinding,
      position: audio.currentTime,
    }),
  );
  on('pause', () => {
    // One that has ended, or that has no use for its file, pauses as well: then nobody meant it.
    if (!audio.paused || audio.ended) return;
    if (!audio.error) dispatch({ type: 'pause' });
    // It seemed to sound on with what it had.
    else if (machine.status === 'playing') dispatch({ type: 'error' });
  });
  // One that has enough and stands still all the same is not slow.
  on('progress', () => {
    if (!hasEnough() || audio.seeking) dispatch({ type: 'bytes' });
  });
  on('ended', () => {
    // Where the line has broken, Firefox says so of what it had got, at the second of the stated end.
    if (audio.error) dispatch({ type: 'error' });
    else dispatch({ type: 'ended', position: audio.currentTime });
  });
  on('error', breakDown);

  return {
    getState: () => state,
    prepare(track) {
      const { audio_url } = track;
      if (machine.track || prepared === audio_url || isGated(audio_url) || isSparing()) return;
      if (memory && memory.heldUntil(track) > 0) return;
      prepared = audio_url;
      audio.src = audio_url;
    },
    play: (track, options) => dispatch({ type: 'play', track, ...options }),
    cue: (track, options) => dispatch({ type: 'cue', track, ...options }),
    pause: () => dispatch({ type: 'pause' }),
    seek: (position) => dispatch({ type: 'seek', position }),
    stop: () => dispatch({ type: 'stop' }),
    setRate(wanted) {
      rate = wanted;
      // Every load goes back to the default.
      audio.defaultPlaybackRate = rate;
      audio.playbackRate = rate;
      audio.preservesPitch = true;
      publish();
    },
    isAboutToSound() {
      const { status, hasStarted } = machine;
      return (status === 'loading' && !hasStarted) || (audio.seeking && wantsSound(machine));
    },
    takeChance: () => dispatch({ type: 'chance', isPaused: audio.paused }),
    onChange: (listener) => addTo(changeListeners, listener),
    onEvent: (listener) => addTo(eventListeners, listener),
  };
}

/** A fragment goes to no server; but Chromium keeps bytes for five minutes by the whole address, wrong ones too. */
function anew(load: number): string {
  return `#anew-${load}`;
}

const FOR_ELEMENT = new Set<Effect['do']>(['load', 'play', 'seek']);

/** Sound can begin. An element is emptied only after what listeners make of an end. */
function isForElement(effect: Effect): boolean {
  return FOR_ELEMENT.has(effect.do);
}

/** There the tables say whom to ask, and not where the recording is. */
function isGated(address: string): boolean {
  return address.startsWith(`${API_PATHS.signedObject}/`);
}

function show(machine: Machine, rate: number, before: PlayerState | undefined): PlayerState {
  const { track, status, hasStarted, position, duration } = machine;
  const playback = keep(before?.playback, { track, status, hasStarted });
  const length = lengthToShow(duration, track?.duration ?? 0);
  const time = keep(before?.time, { position, duration: length });
  const isSame = playback === before?.playback && time === before.time && rate === before.rate;
  return isSame ? before : { playback, time, rate };
}

/** The former object while nothing in it has changed, so that nobody renders for nothing. */
function keep<T extends object>(before: T | undefined, next: T): T {
  // `next` has exactly the keys of T
  const keys = Object.keys(next) as (keyof T)[];
  return before && keys.every((key) => Object.is(before[key], next[key])) ? before : next;
}

function addTo<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A stream without a stated end is as long as the library says. */
function lengthOf({ duration }: AudioElement, machine: Machine): number {
  return Number.isFinite(duration) ? duration : machine.duration;
}

/**
 * Whole seconds. Browsers measure the same file some hundredths apart: what the library says stands,
 * unless the file is really another.
 */
function lengthToShow(measured: number, stated: number): number {
  return Math.abs(measured - stated) < 1 ? stated : Math.round(measured);
}

function nameOf(cause: unknown): string {
  return cause instanceof DOMException ? cause.name : '';
}
