import { AUDIO_KINDS, type AudioKind } from '#contract/constants/tracks/tracks.ts';
import { clearDevice, jsonKey, readDevice, writeDevice } from '#renderer/lib/device-storage.ts';
import { createListeners } from '#renderer/lib/listeners.ts';
import type { PlayerEngine } from '../engine/player-engine.ts';

export const SPEEDS = [0.75, 0.9, 1, 1.1, 1.25, 1.5] as const;

export type Speeds = Partial<Record<AudioKind, number>>;

const speedsKey = jsonKey<Speeds>('speeds', readSpeeds);

export type SpeedChoice = ReturnType<typeof createSpeedChoice>;

/** The playback speed for each kind of track; stored on the device. */
export function createSpeedChoice() {
  const listeners = createListeners();
  let kept = readDevice(speedsKey) ?? {};
  return {
    list: () => kept,
    set(kind: AudioKind, speed: number) {
      kept = { ...kept, [kind]: speed };
      writeDevice(speedsKey, kept);
      listeners.tell();
    },
    clear() {
      kept = {};
      clearDevice(speedsKey);
      listeners.tell();
    },
    onChange: listeners.add,
  };
}

/** Applies the speed of the loaded track's kind when the track or the speed changes. */
export function applySpeed(
  engine: PlayerEngine,
  choice: SpeedChoice,
  kindOf: (trackId: number | undefined) => AudioKind | undefined,
): void {
  const apply = () => {
    const { playback, rate } = engine.getState();
    const wanted = speedOf(choice.list(), kindOf(playback.track?.id));
    if (playback.track && rate !== wanted) engine.setRate(wanted);
  };
  engine.onChange(apply);
  choice.onChange(apply);
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
