import { readDevice } from '#renderer/lib/device-storage.ts';
import { isFree, type Track } from './audio-content.ts';
import { type Surface, usePlayer } from './playback.ts';
import { useHasPremium } from './subscription.ts';
import { trackPreferencesKey } from './track-preferences.ts';

/** Plays the tracks in the given order, without locked ones. Skips disabled tracks, unless all are disabled. */
export function usePlayAll(): (tracks: readonly Track[], surface: Surface) => void {
  const player = usePlayer();
  const hasPremium = useHasPremium();
  return (tracks, surface) => {
    const stored = readDevice(trackPreferencesKey) ?? [];
    const disabled = new Set(stored.flatMap(({ id, enabled }) => (enabled ? [] : [id])));
    const free = tracks.filter((track) => isFree(track, hasPremium));
    const enabled = free.filter(({ id }) => !disabled.has(id));
    player.playQueue(enabled.length > 0 ? enabled : free, { surface });
  };
}
