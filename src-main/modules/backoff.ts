/** Something that ran this long was healthy. */
const HEALTHY_MS = 60_000;

/** Exponential backoff for something that is started again whenever it ends. */
export function createBackoff({ minMs, maxMs }: { minMs: number; maxMs: number }) {
  let nextMs = minMs;
  return {
    /** The delay before the next start; the shortest again after a healthy run. */
    delayAfter(runMs: number): number {
      const delay = runMs > HEALTHY_MS ? minMs : nextMs;
      nextMs = Math.min(delay * 2, maxMs);
      return delay;
    },
    reset() {
      nextMs = minMs;
    },
  };
}
