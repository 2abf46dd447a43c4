import { isSounding } from '#renderer/data/playback.ts';
import type { PlayerEngine } from './player-engine.ts';

/** The part of a `BroadcastChannel` that is used; tests use a fake. */
export interface PlaybackChannel {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
}

/**
 * Plays in one tab only: the one that started last. Tabs broadcast their start time; a tab pauses
 * on a later start and ignores an earlier one, so that two simultaneous starts do not stop each
 * other.
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
