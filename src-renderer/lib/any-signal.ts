/**
 * Aborts with the first of the given signals, as `AbortSignal.any` does where it exists (Safari 17.4,
 * Chrome 116): the pages run on older ones too.
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
