import {
  IDLE,
  NO_TIME,
  type PlayableTrack,
  type Playback,
  type PlaybackTime,
  type Surface,
} from '#renderer/lib/playback.ts';
import type { AudioElement } from './audio-element.ts';

/** `media`: the file is missing, broken or unreachable. `rejected`: the browser refused to begin. */
type FailureReason = 'media' | 'rejected';

export type PlayerEvent =
  | { type: 'started'; track: PlayableTrack; surface: Surface }
  | { type: 'ended'; track: PlayableTrack; surface: Surface }
  | {
      type: 'failed';
      track: PlayableTrack;
      surface: Surface;
      reason: FailureReason;
      position: number;
    };

export interface PlayerState {
  readonly playback: Playback;
  readonly time: PlaybackTime;
}

interface OpenOptions {
  readonly surface: Surface;
  readonly from?: number;
}

export interface PlayerEngine {
  getState(): PlayerState;
  /** Loads and plays; the track that is already loaded goes on where it is. */
  play(track: PlayableTrack, options: OpenOptions): void;
  /** Loads without playing. */
  cue(track: PlayableTrack, options: OpenOptions): void;
  pause(): void;
  /** Within the loaded track, clamped to its ends. */
  seek(position: number): void;
  stop(): void;
  /** `playback` and `time` are each replaced only when they change. */
  onChange(listener: (state: PlayerState) => void): () => void;
  onEvent(listener: (event: PlayerEvent) => void): () => void;
}

/** `HTMLMediaElement.HAVE_METADATA`, which a test without a document does not have. */
const HAVE_METADATA = 1;

/**
 * idle → loading → playing ⇄ paused, and back to idle when the track ends, fails or is stopped.
 * The resting state after an end and after a failure is the same, so those two are events.
 */
export function createPlayerEngine(audio: AudioElement): PlayerEngine {
  const changeListeners = new Set<(state: PlayerState) => void>();
  const eventListeners = new Set<(event: PlayerEvent) => void>();
  let state: PlayerState = { playback: IDLE, time: NO_TIME };
  let surface: Surface = 'list';
  /** A second asked for before the file was known well enough to go there. */
  let pendingPosition: number | null = null;
  /** Grows with every load, so that a late answer of `play()` cannot speak for the next track. */
  let load = 0;

  const update = (playback: Partial<Playback>, time: Partial<PlaybackTime> = {}) => {
    const next = { playback: merge(state.playback, playback), time: merge(state.time, time) };
    if (next.playback === state.playback && next.time === state.time) return;
    state = next;
    for (const listener of changeListeners) listener(state);
  };

  const emit = (event: PlayerEvent) => {
    for (const listener of eventListeners) listener(event);
  };

  const unload = () => {
    load += 1;
    pendingPosition = null;
    audio.pause();
    audio.removeAttribute('src');
    audio.load();
    update(IDLE, NO_TIME);
  };

  const fail = (reason: FailureReason) => {
    const { track } = state.playback;
    const { position } = state.time;
    if (!track) return;
    unload();
    emit({ type: 'failed', track, surface, reason, position });
  };

  const open = (track: PlayableTrack, options: OpenOptions) => {
    load += 1;
    surface = options.surface;
    const position = clamp(options.from ?? 0, track.duration);
    pendingPosition = position > 0 ? position : null;
    audio.src = track.audio_url;
    update({ track, status: 'paused', hasStarted: false }, { position, duration: track.duration });
  };

  const start = () => {
    const own = load;
    update({ status: 'loading' });
    audio.play().catch((cause: unknown) => {
      // Pausing or loading something else aborts a pending play(): that is an answer, not a failure.
      if (own !== load || isAbort(cause)) return;
      fail(audio.error ? 'media' : 'rejected');
    });
  };

  const isLoaded = (track: PlayableTrack) =>
    state.playback.track?.id === track.id && state.playback.track.audio_url === track.audio_url;

  audio.addEventListener('loadedmetadata', () => {
    if (pendingPosition === null) return;
    audio.currentTime = clamp(pendingPosition, audio.duration);
    pendingPosition = null;
  });
  audio.addEventListener('durationchange', () => {
    if (state.playback.track && Number.isFinite(audio.duration)) {
      update({}, { duration: audio.duration });
    }
  });
  audio.addEventListener('timeupdate', () => {
    if (state.playback.track && pendingPosition === null) {
      update({}, { position: audio.currentTime });
    }
  });
  audio.addEventListener('playing', () => {
    const { track, hasStarted } = state.playback;
    if (!track) return;
    update({ status: 'playing', hasStarted: true });
    if (!hasStarted) emit({ type: 'started', track, surface });
  });
  audio.addEventListener('waiting', () => {
    if (state.playback.status === 'playing') update({ status: 'loading' });
  });
  audio.addEventListener('pause', () => {
    // An element that has ended pauses first; the end follows at once.
    if (state.playback.track && !audio.ended) update({ status: 'paused' });
  });
  audio.addEventListener('ended', () => {
    const { track } = state.playback;
    if (!track) return;
    unload();
    emit({ type: 'ended', track, surface });
  });
  audio.addEventListener('error', () => fail('media'));

  return {
    getState: () => state,
    play(track, options) {
      if (!isLoaded(track)) open(track, options);
      surface = options.surface;
      start();
    },
    cue(track, options) {
      open(track, options);
    },
    pause() {
      if (!state.playback.track) return;
      update({ status: 'paused' });
      audio.pause();
    },
    seek(wanted) {
      if (!state.playback.track) return;
      const position = clamp(wanted, state.time.duration);
      if (audio.readyState < HAVE_METADATA) pendingPosition = position;
      else audio.currentTime = position;
      update({}, { position });
    },
    stop: unload,
    onChange: (listener) => addTo(changeListeners, listener),
    onEvent: (listener) => addTo(eventListeners, listener),
  };
}

function merge<T extends object>(current: T, patch: Partial<T>): T {
  const next = { ...current, ...patch };
  // `next` has exactly the keys of T
  const keys = Object.keys(next) as (keyof T)[];
  return keys.every((key) => Object.is(next[key], current[key])) ? current : next;
}

function addTo<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function clamp(position: number, duration: number): number {
  const end = Number.isFinite(duration) && duration > 0 ? duration : position;
  return Math.min(Math.max(position, 0), end);
}

function isAbort(cause: unknown): boolean {
  return cause instanceof DOMException && cause.name === 'AbortError';
}
