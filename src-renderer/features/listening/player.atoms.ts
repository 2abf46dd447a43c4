import { atom, useAtomValue } from 'jotai';
import type { AudioKind } from '#contract/words/tracks.ts';
import type { PlayableTrack } from '#renderer/data/playback.ts';
import type { AheadChoice } from './ahead-choice.ts';
import type { KeptPosition, KeptPositions } from './kept-positions.ts';
import type { Mute } from './mute.ts';
import type { Sleep, SleepTimer } from './sleep-timer.ts';
import { type SpeedChoice, type Speeds, speedOf } from './speed.ts';

/** Interrupted tracks, the newest first; fed from the device by `startPlayer`. */
export const keptPositionsAtom = atom<readonly KeptPosition[]>([]);

/** How much of the loaded track memory holds: nothing or a part, or all of it to its end. */
export const isReadyToEndAtom = atom(false);
export const keepsAheadAtom = atom(true);
export const positionsAtom = atom<KeptPositions | null>(null);
export const speedsAtom = atom<Speeds>({});
export const speedChoiceAtom = atom<SpeedChoice | null>(null);
/** The track whose player is on the screen. */
export const pageTrackAtom = atom<PlayableTrack | null>(null);
export const isMutedAtom = atom(false);
export const muteAtom = atom<Mute | null>(null);
export const sleepAtom = atom<Sleep | null>(null);
export const isEndingAtom = atom(false);
export const sleepTimerAtom = atom<SleepTimer | null>(null);
export const aheadChoiceAtom = atom<AheadChoice | null>(null);

export function useSpeed(kind: AudioKind | undefined): number {
  return speedOf(useAtomValue(speedsAtom), kind);
}

export function useKeptPosition(trackId: number): number {
  return useAtomValue(keptPositionsAtom).find(({ id }) => id === trackId)?.position ?? 0;
}
