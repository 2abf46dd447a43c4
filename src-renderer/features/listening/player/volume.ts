import { isSounding } from '#renderer/data/playback.ts';
import { desktopState, onDesktopState } from '#renderer/lib/desktop.ts';
import { jsonKey } from '#renderer/lib/device-storage.ts';
import { createListeners } from '#renderer/lib/listeners.ts';
import { createDeviceSetting } from '../engine/device-setting.ts';
import type { PlayerEngine } from '../engine/player-engine.ts';
import { canSetVolume } from '../sleep/sleep-ending.ts';

const volumeKey = jsonKey('volume', (value) =>
  typeof value === 'number' && value >= 0 && value <= 1 ? value : undefined,
);

export type Volume = ReturnType<typeof createVolume>;

/**
 * The page's volume, 0 to 1; stored on the device. `beforeSet` must cancel a running fade, which
 * would overwrite the level.
 */
export function createVolume(element: { volume: number }, beforeSet: () => void) {
  const setting = createDeviceSetting(volumeKey);
  const canSet = canSetVolume(element);
  const get = () => (canSet ? (setting.get() ?? 1) : 1);
  const apply = () => {
    if (canSet) element.volume = get();
  };
  apply();
  setting.onChange(() => {
    beforeSet();
    apply();
  });
  return {
    ...setting,
    /** False on an iPhone, where only the hardware buttons change it. */
    canSet,
    get,
    set: (next: number) => setting.set(Math.min(1, Math.max(0, next))),
  };
}

export type Mute = ReturnType<typeof createMute>;

/** Mutes without pausing. Pausing and playing again unmutes. */
export function createMute(element: { muted: boolean }, engine: PlayerEngine) {
  const listeners = createListeners();
  const mute = {
    isMuted: () => element.muted,
    set(isMuted: boolean) {
      if (element.muted === isMuted) return;
      element.muted = isMuted;
      listeners.tell();
    },
    onChange: listeners.add,
  };
  let wasPaused = false;
  engine.onChange(({ playback: { status } }) => {
    if (wasPaused && isSounding(status)) mute.set(false);
    wasPaused = status === 'paused';
  });
  return mute;
}

/**
 * The element's volume; in a kiosk, a share of the maximum that the staff has set, so that volume
 * controls keep their full range.
 */
export function limitKioskVolume(element: { volume: number }): { volume: number } {
  if (!desktopState()?.isKiosk) return element;
  const limited = limitVolume(element);
  const read = () => limited.setLimit((desktopState()?.settings.volumePercent ?? 100) / 100);
  onDesktopState(read);
  read();
  return limited;
}

/** A volume that is a share of a limit; both are from 0 to 1. */
export function limitVolume(element: { volume: number }) {
  let wanted = 1;
  let limit = 1;
  const apply = () => {
    element.volume = wanted * limit;
  };
  return {
    get volume() {
      return wanted;
    },
    set volume(next: number) {
      wanted = next;
      apply();
    },
    setLimit(next: number) {
      limit = next;
      apply();
    },
  };
}
