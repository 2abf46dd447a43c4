import { isSounding } from '#renderer/data/playback.ts';
import type { PlayerEngine } from './player-engine.ts';

export interface Mute {
  isMuted(): boolean;
  set(isMuted: boolean): void;
  onChange(listener: () => void): () => void;
}

/** Silence while the track goes on. Who pauses and plays again wants to hear something. */
export function createMute(element: { muted: boolean }, engine: PlayerEngine): Mute {
  const listeners = new Set<() => void>();
  const mute: Mute = {
    isMuted: () => element.muted,
    set(isMuted) {
      if (element.muted === isMuted) return;
      element.muted = isMuted;
      for (const listener of listeners) listener();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  let wasPaused = false;
  engine.onChange(({ playback: { status } }) => {
    if (wasPaused && isSounding(status)) mute.set(false);
    wasPaused = status === 'paused';
  });
  return mute;
}
