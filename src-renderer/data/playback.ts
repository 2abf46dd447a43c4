import { atom, useAtomValue, useStore } from 'jotai';
import { useMemo } from 'react';
import { formatClock } from '#renderer/lib/format.ts';

/**
 * What every screen may know about the one player, without knowing how it sounds. The player
 * feature feeds these atoms; lists, landing and favourites read them.
 */
export interface PlayableTrack {
  readonly id: number;
  readonly title: string;
  readonly audio_url: string;
  /** Seconds as the catalogue states them, until the file itself is known. */
  readonly duration: number;
  readonly image_url: string | null;
  readonly category: string;
  /** The colour of the cover's lower edge; without one the stage has its own. */
  readonly ground: string | null;
}

/**
 * `loading` also covers a pause for more data in the middle of a track; `recovering` waits for a lost
 * line or file and goes on by itself; `failed` goes on only when she presses play.
 */
export type PlaybackStatus = 'idle' | 'loading' | 'playing' | 'paused' | 'recovering' | 'failed';

/**
 * The screen that asked for sound: each has its own words for success and failure. `queue` is a track
 * that followed by itself; `labour` says nothing at all.
 */
export type Surface = 'list' | 'landing' | 'tracks' | 'player' | 'queue' | 'labour';

export type RepeatMode = 'off' | 'all' | 'one';

/** What is heard in which order. A track started by itself is a queue of one. */
export interface QueueState {
  readonly tracks: readonly PlayableTrack[];
  /** The place of the one that has the player. */
  readonly at: number;
  readonly repeat: RepeatMode;
  /** Silence after this track, whatever would follow. */
  readonly stopsAfterThis: boolean;
  /** After the last track the library goes on, in her order; kept on the device. */
  readonly playsOn: boolean;
  /** After an end: what would come next, to be had in one tap. */
  readonly offer: PlayableTrack | null;
}

export interface Playback {
  readonly track: PlayableTrack | null;
  readonly status: PlaybackStatus;
  /** False while a track is only cued: chosen, moved to a second, but not yet heard. */
  readonly hasStarted: boolean;
}

export interface PlaybackTime {
  readonly position: number;
  readonly duration: number;
}

interface QueueOptions {
  readonly surface: Surface;
  /** The place of the track it begins with; the first unless said. */
  readonly start?: number;
  readonly repeat?: RepeatMode;
}

/**
 * Every command of the one player. A command never throws and never has to be awaited; what came of it
 * is in `playbackAtom`, `playbackTimeAtom` and `queueAtom`. `status` is `recovering` while a lost line
 * is waited for and `failed` when only a press can go on; sound goes on in both by itself or by `play`.
 */
export interface Player {
  /** Her finger is on its button: while nothing is loaded, what its file is may be found out before the press. */
  prepare(track: PlayableTrack): void;
  /**
   * Plays a track from where it was interrupted; another one that sounds gives way. A track of the
   * queue is moved to; any other one begins a queue of its own, and ends as specified.
   */
  play(track: PlayableTrack, surface: Surface): void;
  /** Plays these, one after the other. An empty list does nothing. */
  playQueue(tracks: readonly PlayableTrack[], options: QueueOptions): void;
  /** The next track of the queue from its beginning; at the end nothing, unless all is repeated. */
  next(): void;
  /** The beginning of this track; within its first three seconds the track before it. */
  previous(): void;
  setRepeat(mode: RepeatMode): void;
  /** For the track that has the player now; forgotten when another begins. */
  setStopsAfterThis(stops: boolean): void;
  setPlaysOn(playsOn: boolean): void;
  /** Places within `queueAtom.tracks`. */
  moveInQueue(from: number, to: number): void;
  /** The one that has the player stays until its end. */
  removeFromQueue(trackId: number): void;
  pause(): void;
  toggle(track: PlayableTrack, surface: Surface): void;
  /** Moves within the track; one that is not loaded is cued, and sound that was on stays on. */
  seek(track: PlayableTrack, position: number, surface: Surface): void;
  skip(track: PlayableTrack, seconds: number, surface: Surface): void;
  /** Silence, and nothing loaded. */
  stop(): void;
}

export const SKIP_SECONDS = 10;
const IDLE: Playback = { track: null, status: 'idle', hasStarted: false };
const NO_TIME: PlaybackTime = { position: 0, duration: 0 };

export const playbackAtom = atom<Playback>(IDLE);
/** Apart from `playbackAtom`, because it changes four times a second and cards need not hear of it. */
export const playbackTimeAtom = atom<PlaybackTime>(NO_TIME);
export const playerAtom = atom<Player | null>(null);

const EMPTY_QUEUE: QueueState = {
  tracks: [],
  at: 0,
  repeat: 'off',
  stopsAfterThis: false,
  playsOn: false,
  offer: null,
};
export const queueAtom = atom<QueueState>(EMPTY_QUEUE);

/** Commands look the player up when they are called, so a prerendered page can hold them. */
export function usePlayer(): Player {
  const store = useStore();
  return useMemo(() => {
    const player = () => store.get(playerAtom);
    return {
      prepare: (track) => player()?.prepare(track),
      play: (track, surface) => player()?.play(track, surface),
      playQueue: (tracks, options) => player()?.playQueue(tracks, options),
      next: () => player()?.next(),
      previous: () => player()?.previous(),
      setRepeat: (mode) => player()?.setRepeat(mode),
      setStopsAfterThis: (stops) => player()?.setStopsAfterThis(stops),
      setPlaysOn: (playsOn) => player()?.setPlaysOn(playsOn),
      moveInQueue: (from, to) => player()?.moveInQueue(from, to),
      removeFromQueue: (trackId) => player()?.removeFromQueue(trackId),
      pause: () => player()?.pause(),
      toggle: (track, surface) => player()?.toggle(track, surface),
      seek: (track, position, surface) => player()?.seek(track, position, surface),
      skip: (track, seconds, surface) => player()?.skip(track, seconds, surface),
      stop: () => player()?.stop(),
    };
  }, [store]);
}

/** The status of one track; `idle` while another one has the player. */
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

/** A disc shows Pause as soon as it was pressed, not only when the first sound arrives, or returns. */
export function isSounding(status: PlaybackStatus): boolean {
  return status === 'playing' || isWaiting(status);
}

/** Why it is silent, and what happens next; null when there is nothing to say. */
export function waitingWords(status: PlaybackStatus, position: number): string | null {
  const place = `Your place is kept at ${formatClock(position)}.`;
  if (status === 'recovering') {
    return `Waiting for the connection. ${place} It will go on by itself.`;
  }
  return status === 'failed' ? `${place} Press play to go on.` : null;
}

/** What a disc shows of it: the properties of `PlayDisc`. */
export function discOf(status: PlaybackStatus) {
  return {
    sounding: isSounding(status),
    loading: isWaiting(status),
    recovering: status === 'recovering',
  };
}

/** She wants sound and there is none yet. */
export function isWaiting(status: PlaybackStatus): boolean {
  return status === 'loading' || status === 'recovering';
}
