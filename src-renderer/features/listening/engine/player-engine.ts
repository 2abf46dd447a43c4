import type { PlayableTrack, Playback, PlaybackTime, Surface } from '#renderer/data/playback.ts';
import { createListeners } from '#renderer/lib/listeners.ts';
import { type Connection, isGated } from '../prefetch/audio-requests.ts';
import { step } from './playback-machine.ts';
import {
  type Effect,
  IDLE_MACHINE,
  type Machine,
  type MachineEvent,
  type PlayerEvent,
  type ProbeResult,
  wantsPlayback,
} from './playback-state.ts';

/** The part of the audio element that the engine uses; tests use a fake. */
export type AudioElement = Pick<
  HTMLAudioElement,
  | 'addEventListener'
  | 'currentTime'
  | 'defaultPlaybackRate'
  | 'duration'
  | 'ended'
  | 'error'
  | 'load'
  | 'pause'
  | 'paused'
  | 'play'
  | 'playbackRate'
  | 'preservesPitch'
  | 'readyState'
  | 'removeAttribute'
  | 'seeking'
  | 'src'
>;

export interface PlayerState {
  readonly playback: Playback;
  readonly time: PlaybackTime;
  readonly rate: number;
}

export interface OpenOptions {
  readonly surface: Surface;
  readonly from?: number;
  /** Automatic advance after the previous track. */
  readonly follows?: boolean;
}

export type PlayerEngine = ReturnType<typeof createPlayerEngine>;

/** The prefetch buffer, see `audio-prefetch.ts`. */
export interface PrefetchBuffer {
  /** The position up to which the track is prefetched; Infinity when complete. */
  heldUntil(track: PlayableTrack): number;
  /** Creates an object URL of the prefetched data and revokes the previous one. */
  open(track: PlayableTrack): string;
}

interface EngineParts {
  readonly connection: Connection;
  readonly prefetchBuffer?: PrefetchBuffer;
  /** Data saver is on: nothing is preloaded. */
  readonly savesData?: () => boolean;
}

const TICK_MS = 250;
/** `readyState` from which playback is possible. */
const HAVE_FUTURE_DATA = 3;

/** Runs the machine of `playback-machine.ts` with the audio element, the network and the clock. */
export function createPlayerEngine(audio: AudioElement, parts: EngineParts) {
  const { connection, prefetchBuffer, savesData = () => false } = parts;
  const changes = createListeners<[state: PlayerState]>();
  const events = createListeners<[event: PlayerEvent]>();
  let machine: Machine = IDLE_MACHINE;
  let rate = 1;
  let state = toState(machine, rate, undefined);
  let ticking: ReturnType<typeof setInterval> | undefined;
  /** Aborted when another load replaces the current one. */
  let requests = new AbortController();
  /** The URL that `prepare` has preloaded. */
  let prepared: string | null = null;

  const dispatch = (event: MachineEvent) => {
    const track = 'track' in event ? event.track : machine.track;
    const heldUntil = (track && prefetchBuffer?.heldUntil(track)) ?? 0;
    const before = machine;
    const [next, effects] = step(machine, event, {
      now: performance.now(),
      heldUntil,
      jitter: Math.random(),
    });
    machine = next;
    if (next.load !== before.load) {
      requests.abort();
      requests = new AbortController();
    }
    keepTicking(wantsPlayback(next));
    // Effects that start playback run first, because listeners would delay the sound.
    for (const effect of effects) if (startsPlayback(effect)) run(effect);
    publish();
    for (const effect of effects) if (!startsPlayback(effect)) run(effect);
    // A listener of `ended` may have started the next track.
    if (before.track && !machine.track) unload();
  };

  const keepTicking = (wanted: boolean) => {
    if (wanted === (ticking !== undefined)) return;
    clearInterval(ticking);
    ticking = wanted
      ? setInterval(
          () => dispatch({ type: 'tick', position: currentPosition(), isSeeking: audio.seeking }),
          TICK_MS,
        )
      : undefined;
  };

  const publish = () => {
    const next = toState(machine, rate, state);
    if (next === state) return;
    state = next;
    changes.tell(state);
  };

  const run = (effect: Effect) => {
    const { track, address } = machine;
    switch (effect.do) {
      case 'emit':
        events.tell(effect.event);
        return;
      case 'pause':
        audio.pause();
        return;
      case 'seek':
        audio.currentTime = effect.position;
        return;
      case 'play':
        void play(requests.signal);
        return;
      case 'load':
        if (!track) return;
        load(
          effect.source === 'memory' && prefetchBuffer
            ? prefetchBuffer.open(track)
            : `${address}${effect.bypassesCache ? cacheBypass(machine.load) : ''}`,
        );
        return;
      case 'probe':
        if (track) void probe({ ...track, audio_url: address }, requests.signal);
    }
  };

  const unload = () => {
    audio.pause();
    audio.removeAttribute('src');
    audio.load();
  };

  const probe = async (track: PlayableTrack, signal: AbortSignal) => {
    let result = await connection.probe(track.audio_url, signal);
    if (result === 'gone' && machine.status === 'recovering' && !signal.aborted) {
      result = await findAddress(track, signal);
    }
    if (!signal.aborted) dispatch({ type: 'probed', result });
  };
  const findAddress = async (track: PlayableTrack, signal: AbortSignal): Promise<ProbeResult> => {
    try {
      const address = await connection.findAddress(track, signal);
      return address === null ? 'gone' : { address };
    } catch {
      return 'lost';
    }
  };

  const load = (source: string) => {
    const isPreloaded = source === prepared && !audio.error;
    prepared = null;
    if (!isPreloaded) audio.src = source;
    // Metadata that is already loaded fires no further event.
    else if (audio.readyState > 0) queueMicrotask(handleMetadata);
  };

  const play = async (signal: AbortSignal) => {
    try {
      await audio.play();
    } catch (cause) {
      // Pausing or another load aborts a pending play(), which is not a failure.
      const isAborted = cause instanceof DOMException && cause.name === 'AbortError';
      if (isAborted || signal.aborted) return;
      // A broken file also fires an error event.
      if (audio.error) handleError();
      else dispatch({ type: 'rejected' });
    }
  };
  /** After an error that stops Chromium, the element's position is meaningless. */
  const currentPosition = () =>
    audio.error && audio.paused ? machine.position : audio.currentTime;
  const handleMetadata = () => {
    // A stream has no duration.
    const duration = Number.isFinite(audio.duration) ? audio.duration : machine.duration;
    dispatch({ type: 'metadata', duration });
  };
  const handleError = () => {
    if (machine.needsReload) return;
    // Firefox would play its buffer after a network error, and the reloaded file would repeat it.
    audio.pause();
    dispatch({ type: 'error' });
  };

  const on = (name: keyof HTMLMediaElementEventMap, listener: () => void) =>
    audio.addEventListener(name, () => {
      if (machine.track) listener();
    });
  on('loadedmetadata', handleMetadata);
  on('durationchange', () => {
    if (Number.isFinite(audio.duration)) dispatch({ type: 'duration', duration: audio.duration });
  });
  on('timeupdate', () => dispatch({ type: 'time', position: currentPosition() }));
  on('seeking', () => dispatch({ type: 'seeking', position: audio.currentTime }));
  on('playing', () => dispatch({ type: 'playing' }));
  on('waiting', () =>
    dispatch({ type: 'waiting', isSeeking: audio.seeking, position: audio.currentTime }),
  );
  on('pause', () => {
    // The element also fires `pause` after an end or an error.
    if (audio.paused && !audio.ended && !audio.error) dispatch({ type: 'pause' });
  });
  // Bytes matter only while too little is buffered: then a slow connection explains the wait.
  on('progress', () => {
    if (audio.readyState < HAVE_FUTURE_DATA || audio.seeking) dispatch({ type: 'bytes' });
  });
  on('ended', () => {
    if (!audio.error) dispatch({ type: 'ended', position: audio.currentTime });
  });
  on('error', handleError);

  return {
    getState: () => state,
    /**
     * Preloads the file's metadata before an expected press, without changing the state. Does
     * nothing while a track is loaded, or for a premium recording, which has no URL yet.
     */
    prepare(track: PlayableTrack) {
      const { audio_url } = track;
      if (machine.track || prepared === audio_url || isGated(audio_url) || savesData()) return;
      if (prefetchBuffer && prefetchBuffer.heldUntil(track) > 0) return;
      prepared = audio_url;
      audio.src = audio_url;
    },
    /** Loads and plays a track; resumes it if it is already loaded. */
    play: (track: PlayableTrack, options: OpenOptions) =>
      dispatch({ type: 'play', track, ...options }),
    /** Loads a track at a position without playing it. */
    cue: (track: PlayableTrack, options: OpenOptions) =>
      dispatch({ type: 'cue', track, ...options }),
    /** Keeps the position. Also aborts a recovery. */
    pause: () => dispatch({ type: 'pause' }),
    /** The position is clamped to the loaded track. */
    seek: (position: number) => dispatch({ type: 'seek', position }),
    stop: () => dispatch({ type: 'stop' }),
    /** Ends the loaded track as if it had been played through. */
    finish: () => dispatch({ type: 'finish' }),
    /** Sets the playback rate for all tracks; preserves the pitch. */
    setRate(wanted: number) {
      rate = wanted;
      // Every load resets the rate to the default.
      audio.defaultPlaybackRate = rate;
      audio.playbackRate = rate;
      audio.preservesPitch = true;
      publish();
    },
    /** Playback was started or sought, and is not audible yet. */
    isStarting() {
      const { status, hasStarted } = machine;
      return (status === 'loading' && !hasStarted) || (audio.seeking && wantsPlayback(machine));
    },
    /** Call it when the connection may be back, or when the page becomes visible. */
    retry: () => dispatch({ type: 'retry', isPaused: audio.paused }),
    /** `playback` and `time` keep their identity until their content changes. */
    onChange: changes.add,
    /**
     * `started`, `ended` and `failed`. The listeners of `ended` and `failed` run before the element
     * is emptied: if one plays the next track at once, a locked phone keeps playing.
     */
    onEvent: events.add,
  };
}

/**
 * A URL fragment that bypasses Chromium's HTTP cache, which keeps media by full URL for five minutes,
 * even bad bytes. The server does not see fragments.
 */
function cacheBypass(load: number): string {
  return `#reload-${load}`;
}

const startsPlayback = (effect: Effect) => ['load', 'play', 'seek'].includes(effect.do);

function toState(machine: Machine, rate: number, before: PlayerState | undefined): PlayerState {
  const { track, status, hasStarted, position, duration } = machine;
  const playback = keepIfSame(before?.playback, { track, status, hasStarted });
  const length = shownDuration(duration, track?.duration ?? 0);
  const time = keepIfSame(before?.time, { position, duration: length });
  const isSame = playback === before?.playback && time === before.time && rate === before.rate;
  return isSame ? before : { playback, time, rate };
}

/** Returns the previous object when nothing has changed, so that no component renders again. */
function keepIfSame<T extends object>(before: T | undefined, next: T): T {
  // `next` has exactly the keys of T
  const keys = Object.keys(next) as (keyof T)[];
  return before && keys.every((key) => Object.is(before[key], next[key])) ? before : next;
}

/**
 * In whole seconds. Browsers measure durations that differ by hundredths, so the library's value is
 * shown unless the file differs by a second or more.
 */
function shownDuration(measured: number, stated: number): number {
  return Math.abs(measured - stated) < 1 ? stated : Math.round(measured);
}
