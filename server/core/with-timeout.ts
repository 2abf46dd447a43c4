import { setTimeout as delay } from 'node:timers/promises';

/** Resolves with the result of `work`, or with undefined if it fails or takes longer. */
export async function withTimeout<T>(ms: number, work: () => Promise<T>): Promise<T | undefined> {
  const done = new AbortController();
  const timeout = delay(ms, undefined, { ref: false, signal: done.signal });
  try {
    return await Promise.race([work(), timeout]);
  } catch {
    return undefined;
  } finally {
    done.abort();
  }
}
