import type { SentPosition } from './saved-positions.ts';

export interface OtherDevice {
  /** Tracks a row sent by this device; both promises resolve with the server's time. */
  sending(sent: Promise<number>): Promise<number>;
  /** All rows of the user on the server. */
  look(rows: readonly SentPosition[]): void;
}

/**
 * Detects from the user's rows that another device has started playback, and notifies once. Uses
 * server times; starts before this device's last action are ignored.
 */
export function watchOtherDevice(tell: () => void): OtherDevice {
  let seen: number | undefined;
  let underway = 0;
  let rows: readonly SentPosition[] = [];

  const compare = () => {
    // Until the response arrives, this device's row looks like another device's.
    if (underway > 0) return;
    const since = seen ?? Number.POSITIVE_INFINITY;
    if (rows.some(({ at, isPlaying }) => isPlaying && at > since)) tell();
    seen = Math.max(seen ?? 0, ...rows.map(({ at }) => at));
  };

  return {
    async sending(sent) {
      underway += 1;
      try {
        const at = await sent;
        if (seen !== undefined) seen = Math.max(seen, at);
        return at;
      } finally {
        underway -= 1;
        if (seen !== undefined) compare();
      }
    },
    look(next) {
      rows = next;
      compare();
    },
  };
}
