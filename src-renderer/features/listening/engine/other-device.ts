import type { SentPosition } from './saved-positions.ts';

/**
 * Notifies once when the user's rows show that another device has started playback. Compares server
 * times and ignores starts before this device's last action.
 */
export function watchOtherDevice(notify: () => void) {
  let latestAt: number | undefined;
  let pendingSends = 0;
  let rows: readonly SentPosition[] = [];

  const compare = () => {
    // Until its response arrives, a row of this device looks like one of another device.
    if (pendingSends > 0) return;
    const since = latestAt ?? Number.POSITIVE_INFINITY;
    if (rows.some(({ at, isPlaying }) => isPlaying && at > since)) notify();
    latestAt = Math.max(latestAt ?? 0, ...rows.map(({ at }) => at));
  };

  return {
    /** Call it with each request that sends a row. Both promises resolve with the server's time. */
    async trackSend(sent: Promise<number>) {
      pendingSends += 1;
      try {
        const at = await sent;
        if (latestAt !== undefined) latestAt = Math.max(latestAt, at);
        return at;
      } finally {
        pendingSends -= 1;
        if (latestAt !== undefined) compare();
      }
    },
    /** Call it with all rows of the user whenever they have been fetched. */
    checkRows(next: readonly SentPosition[]) {
      rows = next;
      compare();
    },
  };
}
