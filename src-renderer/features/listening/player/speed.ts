import { AUDIO_KINDS, type AudioKind } from '#contract/constants/tracks/tracks.ts';
import { jsonKey } from '#renderer/lib/device-storage.ts';
import { createDeviceSetting } from '../engine/device-setting.ts';
import type { PlayerEngine } from '../engine/player-engine.ts';

export const SPEEDS = [0.75, 0.9, 1, 1.1, 1.25, 1.5] as const;

export type Speeds = Partial<Record<AudioKind, number>>;

const speedsKey = jsonKey<Speeds>('speeds', readSpeeds);

export type SpeedChoice = ReturnType<typeof createSpeedChoice>;

/** The playback speed for each kind of track; applied to the loaded track. */
export function createSpeedChoice(
  engine: PlayerEngine,
  kindOf: (trackId: number | undefined) => AudioKind | undefined,
) {
  const setting = createDeviceSetting(speedsKey);
  const list = () => setting.get() ?? {};
  const apply = () => {
    const { playback, rate } = engine.getState();
    const wanted = speedOf(list(), kindOf(playback.track?.id));
    if (playback.track && rate !== wanted) engine.setRate(wanted);
  };
  engine.onChange(apply);
  setting.onChange(apply);
  return {
    ...setting,
    list,
    set: (kind: AudioKind, speed: number) => setting.set({ ...list(), [kind]: speed }),
  };
}

/** Music and tracks of an unknown kind always play at speed 1. */
export function speedOf(speeds: Speeds, kind: AudioKind | undefined): number {
  return isSpoken(kind) ? (speeds[kind] ?? 1) : 1;
}

export function isSpoken(kind: AudioKind | undefined): kind is AudioKind {
  return kind !== undefined && kind !== 'music';
}

function readSpeeds(value: unknown): Speeds | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const found: Partial<Record<string, unknown>> = value as object;
  const kept: Speeds = {};
  for (const kind of AUDIO_KINDS) {
    const speed = SPEEDS.find((value) => value === found[kind]);
    if (speed) kept[kind] = speed;
  }
  return kept;
}
