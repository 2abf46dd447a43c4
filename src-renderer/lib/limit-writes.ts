import { anySignal } from './any-signal.ts';

/** Longer than a small write takes on any line that still carries one, and as long as she waits for a word. */
const LIMIT_MS = 12_000;
/** More than this, say a transcript with its timings, is as slow as the line. */
const SMALL = 16 * 1024;

/**
 * Ends a small write that nobody answers: a connection that is open and carries nothing is left open by a browser
 * for half a minute, and longer. Whether the server has taken it down is not known then.
 */
export function limitWrites(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const isRead = (init?.method ?? 'GET') === 'GET' || init?.method === 'HEAD';
    if (isRead || String(init?.body ?? '').length > SMALL) return send(input, init);
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new Error('Nobody answered in time')), LIMIT_MS);
    const gaveUp = new Promise<never>((_resolve, reject) => {
      late.signal.addEventListener('abort', () => reject(late.signal.reason));
    });
    try {
      // Her session may have to be renewed first, which no signal ends; what is given up meanwhile is not sent.
      const signal = anySignal([init?.signal, late.signal]);
      return await Promise.race([send(input, { ...init, signal }), gaveUp]);
    } finally {
      clearTimeout(timer);
    }
  };
}
