import { atom, useAtomValue } from 'jotai';
import type { AudioKind } from '#contract/constants/tracks/tracks.ts';
import type { PlayableTrack } from '#renderer/data/playback.ts';
import { type SpeedChoice, type Speeds, speedOf } from '../player/speed.ts';
import type { Mute, Volume } from '../player/volume.ts';
import type { PrefetchSetting } from '../prefetch/prefetch-setting.ts';
import type { Sleep, SleepTimer } from '../sleep/sleep-timer.ts';
import type { SavedPosition, SavedPositions } from './saved-positions.ts';

/** Positions of interrupted tracks, newest first; `startPlayer` loads them from the device. */
export const savedPositionsAtom = atom<readonly SavedPosition[]>([]);

/** Whether the loaded track is completely prefetched. */
export const isFullyLoadedAtom = atom(false);
export const isPrefetchOnAtom = atom(true);
export const speedsAtom = atom<Speeds>({});
/** The track whose player page is open. */
export const pageTrackAtom = atom<PlayableTrack | null>(null);
export const isMutedAtom = atom(false);
export const volumeLevelAtom = atom(1);
export const sleepAtom = atom<Sleep | null>(null);
export const isSleepEndingAtom = atom(false);

export interface PlayerTools {
  readonly prefetch: PrefetchSetting;
  readonly mute: Mute;
  readonly positions: SavedPositions;
  readonly sleep: SleepTimer;
  readonly speed: SpeedChoice;
  readonly volume: Volume;
}

/** Null until `startPlayer` has run. */
export const toolsAtom = atom<PlayerTools | null>(null);

export function useSpeed(kind: AudioKind | undefined): number {
  return speedOf(useAtomValue(speedsAtom), kind);
}
