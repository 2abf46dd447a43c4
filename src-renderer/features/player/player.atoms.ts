import { atom, useAtomValue } from 'jotai';
import type { KeptPosition } from './kept-positions.ts';

/** Interrupted tracks, the newest first; fed from the device by `startPlayer`. */
export const keptPositionsAtom = atom<readonly KeptPosition[]>([]);

export function useKeptPosition(trackId: number): number {
  return useAtomValue(keptPositionsAtom).find(({ id }) => id === trackId)?.position ?? 0;
}
