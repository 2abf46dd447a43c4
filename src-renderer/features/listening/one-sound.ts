import { isSounding } from '#renderer/data/playback.ts';
import type { PlayerEngine } from './player-engine.ts';

/** The part of a `BroadcastChannel` that is used; a test brings its own. */
export interface SoundChannel {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
}

/**
 * Of several tabs one sounds: the one that began last. Each says when it began; a tab that hears of a
 * later beginning pauses, and one that hears of an earlier one stays, so that two that begin together
 * do not silence each other.
 */
export function keepOneSound(
  engine: PlayerEngine,
  channel: SoundChannel,
  now: () => number = Date.now,
): void {
  let beganAt: number | null = null;
  engine.onChange(({ playback }) => {
    const sounds = isSounding(playback.status);
    if (!sounds) beganAt = null;
    else if (beganAt === null) {
      beganAt = now();
      channel.postMessage({ beganAt });
    }
  });
  channel.addEventListener('message', ({ data }) => {
    const other = readBeganAt(data);
    if (other !== null && beganAt !== null && other >= beganAt) engine.pause();
  });
}

function readBeganAt(data: unknown): number | null {
  if (typeof data !== 'object' || data === null || !('beganAt' in data)) return null;
  return typeof data.beganAt === 'number' ? data.beganAt : null;
}
