import { atom, useAtomValue, useStore } from 'jotai';
import { useMemo } from 'react';
import { formatClock } from '#renderer/lib/format.ts';

/**
 * State of the player, which all screens share. Independent of the audio engine. The listening feature writes these
 * atoms; lists, landing and favourites read them.
 */
export interface PlayableTrack {
  readonly id: number;
  readonly title: string;
  readonly audio_url: string;
  /** Seconds according to the catalogue, until the file's metadata is loaded. */
  readonly duration: number;
  readonly image_url: string | null;
  readonly category: string;
  /** The colour of the cover's lower edge; null uses the stage's colour. */
  readonly ground: string | null;
}

/**
 * `loading` includes buffering in the middle of a track; `recovering` waits for a lost connection or file and resumes
 * automatically; `failed` resumes only on play.
 */
export type PlaybackStatus = 'idle' | 'loading' | 'playing' | 'paused' | 'recovering' | 'failed';

/**
 * The screen that started playback: each has its own messages for success and failure. `queue` is an automatic next
 * track; `labour` shows no messages.
 */
export type Surface = 'list' | 'landing' | 'tracks' | 'player' | 'queue' | 'labour';

/** Position in the queue: after the current track, or at the end. */
export type QueuePlace = 'next' | 'last';

export type RepeatMode = 'off' | 'all' | 'one';

/** The play order. A single track is a queue of one. */
export interface QueueState {
  readonly tracks: readonly PlayableTrack[];
  /** Index of the current track. */
  readonly at: number;
  readonly repeat: RepeatMode;
  /** Continues with the library in the user's order after the last track; stored on the device. */
  readonly autoplays: boolean;
  /** Suggested next track after the end of playback. */
  readonly offer: PlayableTrack | null;
  /** The track that ended last, until another is chosen. */
  readonly ended: PlayableTrack | null;
}

export interface Playback {
  readonly track: PlayableTrack | null;
  readonly status: PlaybackStatus;
  /** False while a track is only cued: chosen and at a position, but not yet played. */
  readonly hasStarted: boolean;
}

export interface PlaybackTime {
  readonly position: number;
  readonly duration: number;
}

interface QueueOptions {
  readonly surface: Surface;
  /** Index of the first track to play; default 0. */
  readonly start?: number;
  readonly repeat?: RepeatMode;
}

/**
 * Commands of the player. A command never throws and need not be awaited; its result is in `playbackAtom`,
 * `playbackTimeAtom` and `queueAtom`. `status` is `recovering` while waiting for a lost connection and `failed` when
 * only `play` can resume; `recovering` resumes automatically or by `play`.
 */
export interface Player {
  /** Called on pointer down: while no track is loaded, it may load the file's metadata before the press. */
  prepare(track: PlayableTrack): void;
  /**
   * Plays a track from where it was interrupted, instead of the current one. A track outside the queue becomes a new
   * queue of one.
   */
  play(track: PlayableTrack, surface: Surface): void;
  /** Plays the tracks in sequence. An empty list does nothing. */
  playQueue(tracks: readonly PlayableTrack[], options: QueueOptions): void;
  /** Starts the next track of the queue; at the end it does nothing unless repeat all is on. */
  next(): void;
  /** Restarts the track; within its first three seconds, starts the previous one. */
  previous(): void;
  setRepeat(mode: RepeatMode): void;
  setAutoplay(autoplays: boolean): void;
  /** In an empty queue, the track becomes `offer` instead. */
  addToQueue(track: PlayableTrack, place: QueuePlace): void;
  /** Indices in `queueAtom.tracks`. */
  moveInQueue(from: number, to: number): void;
  /** The current track stays until its end. */
  removeFromQueue(trackId: number): void;
  pause(): void;
  toggle(track: PlayableTrack, surface: Surface): void;
  /** Seeks within the track; cues one that is not loaded. A playing track keeps playing. */
  seek(track: PlayableTrack, position: number, surface: Surface): void;
  skip(track: PlayableTrack, seconds: number, surface: Surface): void;
  /** Stops and unloads the track. */
  stop(): void;
}

export const SKIP_SECONDS = 10;

export const playbackAtom = atom<Playback>({ track: null, status: 'idle', hasStarted: false });
/** Separate from `playbackAtom`, because it changes four times a second and cards need not render for it. */
export const playbackTimeAtom = atom<PlaybackTime>({ position: 0, duration: 0 });
export const playerAtom = atom<Player | null>(null);

export const queueAtom = atom<QueueState>({
  tracks: [],
  at: 0,
  repeat: 'off',
  autoplays: false,
  offer: null,
  ended: null,
});

let loader: (() => Promise<void>) | undefined;

/** `app/` sets the function that loads the player, because features do not import each other. */
export function setPlayerLoader(load: () => Promise<void>): void {
  loader = load;
}

export function loadPlayer(): Promise<void> {
  return loader ? loader() : Promise.reject(new Error('setPlayerLoader was not called'));
}

/** Commands look up the player when called; those issued before it is loaded are queued. */
export function usePlayer(): Player {
  const store = useStore();
  return useMemo(() => {
    const command =
      (name: PropertyKey) =>
      (...args: unknown[]) => {
        const call = () => {
          const player = store.get(playerAtom);
          if (player) Reflect.get(player, name)(...args);
        };
        if (store.get(playerAtom)) call();
        // A chunk that failed to load is requested again by the next press.
        else loadPlayer().then(call, () => {});
      };
    const commands: Player = Object.create(null);
    return new Proxy(commands, { get: (_, name) => command(name) });
  }, [store]);
}

/** 0 if the owner has replaced the recording by one that ends before the position. */
export function positionWithin(position: number | undefined, duration: number): number {
  return position === undefined || (duration > 0 && position >= duration) ? 0 : position;
}

/** The status of one track; `idle` while another one is loaded. */
export function usePlayback(trackId: number): PlaybackStatus {
  const statusAtom = useMemo(
    () =>
      atom((get) => {
        const { track, status } = get(playbackAtom);
        return track?.id === trackId ? status : 'idle';
      }),
    [trackId],
  );
  return useAtomValue(statusAtom);
}

/** The button shows Pause as soon as it is pressed, not only once audio starts or resumes. */
export function isSounding(status: PlaybackStatus): boolean {
  return status === 'playing' || isWaiting(status);
}

/** Why playback is waiting, and what happens next; null otherwise. */
export function waitingMessage(status: PlaybackStatus, position: number): string | null {
  const place = `Your place is kept at ${formatClock(position)}.`;
  if (status === 'recovering') {
    return `Waiting for the connection. ${place} It will continue automatically.`;
  }
  return status === 'failed' ? `${place} Press play to continue.` : null;
}

/** Status as properties of `PlayButton`. */
export function toPlayButtonProps(status: PlaybackStatus) {
  return {
    sounding: isSounding(status),
    loading: isWaiting(status),
    recovering: status === 'recovering',
  };
}

/** Playback is requested but not audible yet. */
export function isWaiting(status: PlaybackStatus): boolean {
  return status === 'loading' || status === 'recovering';
}
