import { setTimeout as delay } from 'node:timers/promises';

/** The result of `work`, or `otherwise` if it fails or takes longer. */
export async function inTime<T, Otherwise>(
  ms: number,
  work: () => Promise<T>,
  otherwise: Otherwise,
): Promise<T | Otherwise> {
  const done = new AbortController();
  const late = delay(ms, otherwise, { ref: false, signal: done.signal });
  try {
    return await Promise.race([work(), late]);
  } catch {
    return otherwise;
  } finally {
    done.abort();
  }
}
