import { atom, useAtomValue, useStore } from 'jotai';
import { useMemo } from 'react';

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

/** `loading` also covers a pause for more data in the middle of a track. */
export type PlaybackStatus = 'idle' | 'loading' | 'playing' | 'paused';

/** The screen that asked for sound: each has its own words for success and failure. */
export type Surface = 'list' | 'landing' | 'tracks' | 'player';

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

export interface Player {
  /** Plays a track from where it was interrupted; another one that sounds gives way. */
  play(track: PlayableTrack, surface: Surface): void;
  pause(): void;
  toggle(track: PlayableTrack, surface: Surface): void;
  /** Moves within the track; one that is not loaded is cued, and sound that was on stays on. */
  seek(track: PlayableTrack, position: number, surface: Surface): void;
  skip(track: PlayableTrack, seconds: number, surface: Surface): void;
  /** Silence, and nothing loaded. */
  stop(): void;
}

export const SKIP_SECONDS = 10;
export const IDLE: Playback = { track: null, status: 'idle', hasStarted: false };
export const NO_TIME: PlaybackTime = { position: 0, duration: 0 };

export const playbackAtom = atom<Playback>(IDLE);
/** Apart from `playbackAtom`, because it changes four times a second and cards need not hear of it. */
export const playbackTimeAtom = atom<PlaybackTime>(NO_TIME);
export const playerAtom = atom<Player | null>(null);

/** Commands look the player up when they are called, so a prerendered page can hold them. */
export function usePlayer(): Player {
  const store = useStore();
  return useMemo(() => {
    const player = () => store.get(playerAtom);
    return {
      play: (track, surface) => player()?.play(track, surface),
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

/** A disc shows Pause as soon as it was pressed, not only when the first sound arrives. */
export function isSounding(status: PlaybackStatus): boolean {
  return status === 'playing' || status === 'loading';
}
