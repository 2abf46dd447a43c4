import { isSounding } from '#renderer/data/playback.ts';
import type { PlayerEngine } from './player-engine.ts';

/** The part of a `BroadcastChannel` that is used; tests use a fake. */
export interface PlaybackChannel {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
}

/**
 * Lets only one tab play: the one that started last. Tabs broadcast their start time. A tab pauses
 * when another one started later, and ignores earlier starts; otherwise two tabs that start at about
 * the same time would stop each other.
 */
export function keepSinglePlayback(
  engine: PlayerEngine,
  channel: PlaybackChannel,
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
