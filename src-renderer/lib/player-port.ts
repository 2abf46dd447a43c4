import { atom } from 'jotai';

/**
 * How a page outside the player makes it sound. Features do not import each other, so the player
 * registers itself here (app/wiring.ts), and is loaded only when somebody asks for sound.
 */
export interface PlayableTrack {
  readonly id: number;
  readonly title: string;
  readonly audio_url: string;
  readonly duration: number;
  readonly image_url: string | null;
  readonly ground: string | null;
}

export interface PlayerPort {
  /** The track the landing page offers: `featured` in the library, else undefined. */
  findFeaturedTrack(): Promise<PlayableTrack | undefined>;
  /** Resolves when sound is heard; rejects when the browser or the network refuses. */
  play(track: PlayableTrack): Promise<void>;
  pause(): void;
}

export interface Sound {
  readonly status: 'idle' | 'loading' | 'playing' | 'paused';
  readonly trackId: number | null;
}

/** What is heard right now; written by the player, read by anybody. */
export const soundAtom = atom<Sound>({ status: 'idle', trackId: null });

let loadPort: (() => Promise<PlayerPort>) | undefined;

export function providePlayer(load: () => Promise<PlayerPort>): void {
  loadPort = load;
}

export function loadPlayer(): Promise<PlayerPort> {
  return loadPort ? loadPort() : Promise.reject(new Error('No player is wired'));
}
