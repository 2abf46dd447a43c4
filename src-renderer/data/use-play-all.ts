import { readDevice } from '#renderer/lib/device-storage.ts';
import { isFree, type Track } from './audio-content.ts';
import { type Surface, usePlayer } from './playback.ts';
import { useHasPremium } from './subscription.ts';
import { inHerOrder, trackPreferencesKey } from './track-preferences.ts';

/** Starts a queue of those of these tracks that she wants to hear and may, in her order. */
export function usePlayAll(): (tracks: readonly Track[], surface: Surface) => void {
  const player = usePlayer();
  const hasPremium = useHasPremium();
  return (tracks, surface) => {
    const hers = inHerOrder(tracks, readDevice(trackPreferencesKey));
    player.playQueue(
      hers.filter((track) => isFree(track, hasPremium)),
      { surface },
    );
  };
}
