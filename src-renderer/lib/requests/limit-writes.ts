import { anySignal } from './any-signal.ts';

/** Longer than a small write takes on any working connection, and the longest acceptable wait. */
const LIMIT_MS = 12_000;
/** Larger bodies, such as a transcript with timings, may take long on a slow connection. */
const SMALL_BYTES = 16 * 1024;

/**
 * Aborts a small write that gets no response in time, because browsers keep a dead connection open for half a minute or
 * more. Afterwards it is unknown whether the server has applied the write.
 */
export function limitWrites(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const isRead = (init?.method ?? 'GET') === 'GET' || init?.method === 'HEAD';
    const body = init?.body ?? '';
    const isSmall = typeof body === 'string' && body.length <= SMALL_BYTES;
    if (isRead || !isSmall) return send(input, init);
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(new Error('No answer in time')), LIMIT_MS);
    const timedOut = new Promise<never>((_resolve, reject) => {
      timeout.signal.addEventListener('abort', () => reject(timeout.signal.reason));
    });
    try {
      // `send` may first refresh the session, which the signal does not abort. The race ends the wait anyway.
      const signal = anySignal([init?.signal, timeout.signal]);
      return await Promise.race([send(input, { ...init, signal }), timedOut]);
    } finally {
      clearTimeout(timer);
    }
  };
}
