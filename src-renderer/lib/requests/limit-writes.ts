import { anySignal } from './any-signal.ts';

/** Longer than a small write takes on any working connection, and the longest acceptable wait. */
const LIMIT_MS = 12_000;
/** Larger bodies, such as a transcript with timings, may take long on a slow connection. */
const SMALL = 16 * 1024;

/**
 * Aborts a small write without a response: browsers keep a dead connection open for half a minute or more. Whether the
 * server has applied it is then unknown.
 */
export function limitWrites(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const isRead = (init?.method ?? 'GET') === 'GET' || init?.method === 'HEAD';
    if (isRead || String(init?.body ?? '').length > SMALL) return send(input, init);
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new Error('No answer in time')), LIMIT_MS);
    const gaveUp = new Promise<never>((_resolve, reject) => {
      late.signal.addEventListener('abort', () => reject(late.signal.reason));
    });
    try {
      // The session may have to be refreshed first, which no signal aborts; a write aborted meanwhile is not sent.
      const signal = anySignal([init?.signal, late.signal]);
      return await Promise.race([send(input, { ...init, signal }), gaveUp]);
    } finally {
      clearTimeout(timer);
    }
  };
}
