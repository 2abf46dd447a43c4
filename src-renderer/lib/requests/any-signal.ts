/**
 * Aborts with the first of the given signals. Replaces `AbortSignal.any` (Safari 17.4, Chrome 116) for older browsers.
 */
export function anySignal(signals: readonly (AbortSignal | null | undefined)[]): AbortSignal {
  const either = new AbortController();
  for (const signal of signals) {
    if (!signal) continue;
    if (signal.aborted) either.abort(signal.reason);
    else {
      signal.addEventListener('abort', () => either.abort(signal.reason), {
        once: true,
        signal: either.signal,
      });
    }
  }
  return either.signal;
}
