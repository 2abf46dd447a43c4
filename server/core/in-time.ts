import { setTimeout as delay } from 'node:timers/promises';

/** Resolves with the result of `work`, or with `fallback` if it fails or takes longer. */
export async function inTime<T, Fallback>(
  ms: number,
  work: () => Promise<T>,
  fallback: Fallback,
): Promise<T | Fallback> {
  const done = new AbortController();
  const timeout = delay(ms, fallback, { ref: false, signal: done.signal });
  try {
    return await Promise.race([work(), timeout]);
  } catch {
    return fallback;
  } finally {
    done.abort();
  }
}
