import { readDevice } from '#renderer/lib/device-storage.ts';
import { isFree, type Track } from './audio-content.ts';
import { type Surface, usePlayer } from './playback.ts';
import { useHasPremium } from './subscription.ts';
import { trackPreferencesKey } from './track-preferences.ts';

/** Plays these tracks in the order given; skips locked ones and ones disabled in the user's list. */
export function usePlayAll(): (tracks: readonly Track[], surface: Surface) => void {
  const player = usePlayer();
  const hasPremium = useHasPremium();
  return (tracks, surface) => {
    const kept = readDevice(trackPreferencesKey) ?? [];
    const off = new Set(kept.flatMap(({ id, enabled }) => (enabled ? [] : [id])));
    const wanted = tracks.filter((track) => !off.has(track.id) && isFree(track, hasPremium));
    player.playQueue(wanted, { surface });
  };
}
