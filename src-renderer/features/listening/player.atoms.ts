import { atom, useAtomValue } from 'jotai';
import type { AheadChoice } from './ahead-choice.ts';
import type { KeptPosition, KeptPositions } from './kept-positions.ts';
import type { Sleep, SleepTimer } from './sleep-timer.ts';

/** Interrupted tracks, the newest first; fed from the device by `startPlayer`. */
export const keptPositionsAtom = atom<readonly KeptPosition[]>([]);

/** How much of the loaded track memory holds: nothing or a part, or all of it to its end. */
export const isReadyToEndAtom = atom(false);
export const keepsAheadAtom = atom(true);
export const positionsAtom = atom<KeptPositions | null>(null);
export const sleepAtom = atom<Sleep | null>(null);
export const isEndingAtom = atom(false);
export const sleepTimerAtom = atom<SleepTimer | null>(null);
export const aheadChoiceAtom = atom<AheadChoice | null>(null);

export function useKeptPosition(trackId: number): number {
  return useAtomValue(keptPositionsAtom).find(({ id }) => id === trackId)?.position ?? 0;
}
