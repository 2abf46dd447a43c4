import { atom, useAtomValue } from 'jotai';
import type { AudioKind } from '#contract/words/tracks.ts';
import type { PlayableTrack } from '#renderer/data/playback.ts';
import type { AheadChoice } from './ahead-choice.ts';
import type { KeptPosition, KeptPositions } from './kept-positions.ts';
import type { Sleep, SleepTimer } from './sleep-timer.ts';
import { type SpeedChoice, type Speeds, speedOf } from './speed.ts';
import type { Mute, Volume } from './volume.ts';

/** Interrupted tracks, newest first; `startPlayer` loads them from the device. */
export const keptPositionsAtom = atom<readonly KeptPosition[]>([]);

/** Whether memory holds the loaded track to its end. */
export const isReadyToEndAtom = atom(false);
export const keepsAheadAtom = atom(true);
export const speedsAtom = atom<Speeds>({});
/** The track whose player page is open. */
export const pageTrackAtom = atom<PlayableTrack | null>(null);
export const isMutedAtom = atom(false);
export const volumeLevelAtom = atom(1);
export const sleepAtom = atom<Sleep | null>(null);
export const isEndingAtom = atom(false);

export interface PlayerTools {
  readonly ahead: AheadChoice;
  readonly mute: Mute;
  readonly positions: KeptPositions;
  readonly sleep: SleepTimer;
  readonly speed: SpeedChoice;
  readonly volume: Volume;
}

/** Null until `startPlayer`. */
export const toolsAtom = atom<PlayerTools | null>(null);

export function useSpeed(kind: AudioKind | undefined): number {
  return speedOf(useAtomValue(speedsAtom), kind);
}

export function useKeptPosition(trackId: number): number {
  return useAtomValue(keptPositionsAtom).find(({ id }) => id === trackId)?.position ?? 0;
}
