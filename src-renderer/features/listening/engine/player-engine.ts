import { API_PATHS } from '#contract/constants/pages/paths.ts';
import type { PlayableTrack, Playback, PlaybackTime, Surface } from '#renderer/data/playback.ts';
import { createListeners } from '#renderer/lib/listeners.ts';
import type { Connection } from '../prefetch/audio-requests.ts';
import type { AudioElement } from './audio-element.ts';
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
  readonly rate: number;
}

interface OpenOptions {
  readonly surface: Surface;
  readonly from?: number;
  /** Automatic advance after the previous track. */
  readonly follows?: boolean;
}

export interface PlayerEngine {
  getState(): PlayerState;
  /**
   * Preloads the file's metadata before the expected press; plays nothing and keeps the state. Does
   * nothing while a track is loaded, or for a gated recording, which has no URL yet.
   */
  prepare(track: PlayableTrack): void;
  /** Loads and plays; continues a track that is already loaded. */
  play(track: PlayableTrack, options: OpenOptions): void;
  cue(track: PlayableTrack, options: OpenOptions): void;
  /** Also stops the recovery; the position is kept. */
  pause(): void;
  /** Clamped to the loaded track. */
  seek(position: number): void;
  stop(): void;
  /** Ends the loaded track as if it had been played through. */
  finish(): void;
  /** Sets the playback rate for all tracks; preserves the pitch. */
  setRate(rate: number): void;
  /** The user started playback or sought, and there is no sound yet. */
  isAboutToSound(): boolean;
  /** Retries: the connection may be back, or the page became visible. */
  takeChance(): void;
  /** `playback` and `time` are each replaced only when they change. */
  onChange(listener: (state: PlayerState) => void): () => void;
  /**
   * `started`, `ended` and `failed`. A listener that plays the next track during an end or a
   * failure does so before the element is emptied, so that a locked phone keeps playing.
   */
  onEvent(listener: (event: PlayerEvent) => void): () => void;
}

/** The prefetch buffer, see `audio-prefetch.ts`. */
export interface Memory {
  /** The position up to which it holds the track; Infinity when complete. */
  heldUntil(track: PlayableTrack): number;
  /** A URL of the prefetched data; revokes the previous one. */
  open(track: PlayableTrack): string;
  forget(track: PlayableTrack): void;
}

interface EngineParts {
  readonly connection: Connection;
  readonly memory?: Memory;
  /** Data saver is on: nothing is preloaded. */
  readonly isSparing?: () => boolean;
  readonly now?: () => number;
}

const TICK_MS = 250;
/** `readyState` from which playback is possible. */
const HAVE_FUTURE_DATA = 3;
/** The `MediaError` code for network errors. */
const NETWORK_ERROR = 2;

/** Runs the machine of `playback-machine.ts` with the audio element, the network and the clock. */
export function createPlayerEngine(audio: AudioElement, parts: EngineParts): PlayerEngine {
  const { connection, memory, isSparing = () => false, now = () => performance.now() } = parts;
  const changes = createListeners<[state: PlayerState]>();
  const events = createListeners<[event: PlayerEvent]>();
  let machine: Machine = AT_REST;
  let rate = 1;
  let state = show(machine, rate, undefined);
  let ticking: ReturnType<typeof setInterval> | undefined;
  /** Aborts the requests of an earlier load. */
  let asking = new AbortController();
  /** Seeking. WebKit fires `waiting` only after the seek has arrived, and `seeked` after that. */
  let isFinding = false;
  /** The URL that was preloaded before there was a track. */
  let prepared: string | null = null;

  const dispatch = (event: MachineEvent) => {
    const track = 'track' in event ? event.track : machine.track;
    const heldUntil = (track && memory?.heldUntil(track)) ?? 0;
    const before = machine;
    const [next, effects] = step(machine, event, {
      now: now(),
      heldUntil,
      jitter: Math.random(),
    });
    machine = next;
    if (next.load !== before.load) {
      asking.abort();
      asking = new AbortController();
    }
    keepTicking(wantsSound(next));
    // Element effects first: listeners take time that would delay the sound.
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
    changes.tell(state);
  };

  const run = (effect: Effect) => {
    const { track, address } = machine;
    switch (effect.do) {
      case 'tell':
        events.tell(effect.event);
        return;
      case 'unload':
        // An `ended` listener may have started the next track.
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
            : `${address}${effect.isAnew ? cacheBypass(machine.load) : ''}`,
        );
        return;
      case 'forget':
        memory?.forget(track);
        return;
      case 'ask':
        void connection
          .ask(address, asking.signal)
          .then((answer) => dispatch({ type: 'answer', load: effect.load, answer }));
        return;
      case 'find-address': {
        const { load } = effect;
        void connection.findAddress({ ...track, audio_url: address }, asking.signal).then(
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
    // Metadata that is already loaded fires no further event.
    else if (audio.readyState > 0) queueMicrotask(hearMetadata);
  };

  const play = (load: number) => {
    audio.play().catch((cause: unknown) => {
      // Pausing or another load aborts a pending play(), which is not a failure.
      if (nameOf(cause) === 'AbortError' || load !== machine.load) return;
      // A broken file also fires an error event.
      if (audio.error) breakDown();
      else dispatch({ type: 'refused', load });
    });
  };
  /** Ignores the element's position after Chromium has given up the file: it is meaningless. */
  const heardTo = () => (audio.error && audio.paused ? machine.position : audio.currentTime);
  const hearMetadata = () => dispatch({ type: 'metadata', duration: lengthOf(audio, machine) });
  const hasEnough = () => audio.readyState >= HAVE_FUTURE_DATA;
  const breakDown = () => {
    if (machine.isSpent) return;
    // Firefox reports a network error at once, with half a minute of audio still buffered.
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
    // Pause events after an end or an error are not the user's.
    if (!audio.paused || audio.ended) return;
    if (!audio.error) dispatch({ type: 'pause' });
    // Until now the element seemed to continue from its buffer.
    else if (machine.status === 'playing') dispatch({ type: 'error' });
  });
  // Ignores bytes while enough is buffered: a slow connection does not explain a stall then.
  on('progress', () => {
    if (!hasEnough() || audio.seeking) dispatch({ type: 'bytes' });
  });
  on('ended', () => {
    // After a network error Firefox reports the end of its buffer as `ended`.
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
    finish: () => dispatch({ type: 'finish' }),
    setRate(wanted) {
      rate = wanted;
      // Every load resets the rate to the default.
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
    onChange: changes.add,
    onEvent: events.add,
  };
}

/**
 * A fragment that bypasses Chromium's HTTP cache, which keeps media for five minutes by full URL,
 * even bad bytes. Fragments are not sent to the server.
 */
function cacheBypass(load: number): string {
  return `#anew-${load}`;
}

const FOR_ELEMENT = new Set<Effect['do']>(['load', 'play', 'seek']);

/** Effects that start playback. The element is emptied only after the `ended` listeners. */
function isForElement(effect: Effect): boolean {
  return FOR_ELEMENT.has(effect.do);
}

/** Gated recordings have an API address in the tables instead of a file URL. */
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

/** Returns the previous object when nothing changed, to avoid renders. */
function keep<T extends object>(before: T | undefined, next: T): T {
  // `next` has exactly the keys of T
  const keys = Object.keys(next) as (keyof T)[];
  return before && keys.every((key) => Object.is(before[key], next[key])) ? before : next;
}

/** The element's duration, or the library's for a stream without one. */
function lengthOf({ duration }: AudioElement, machine: Machine): number {
  return Number.isFinite(duration) ? duration : machine.duration;
}

/**
 * Whole seconds. Browsers' durations differ by hundredths, so the library's value is used unless
 * the file really differs.
 */
function lengthToShow(measured: number, stated: number): number {
  return Math.abs(measured - stated) < 1 ? stated : Math.round(measured);
}

function nameOf(cause: unknown): string {
  return cause instanceof DOMException ? cause.name : '';
}
