import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import type { Logger } from '#server/core/logger.ts';

export interface Drain {
  /** Every answer passes here before it is written. */
  watch(res: ServerResponse): void;
  /** Takes no new connection, and resolves when the last one has ended. */
  end(server: Server, logger: Logger): Promise<void>;
}

/** So long is a connection that carries nothing still answered, so that its client hears of the end. */
const LAST_WORD_MS = 1000;
/** After this a slow answer is cut off, so that a stop is a stop. */
const DRAIN_MS = 10_000;

/**
 * A stop nobody notices: what is under way is finished, and each answer says that it is the last of
 * its connection (RFC 9112, 9.6), so that no client sends its next request into one that closes.
 */
export function createDrain(): Drain {
  const open = new Set<ServerResponse>();
  let isEnding = false;
  return {
    watch(res) {
      if (isEnding) announceEnd(res);
      open.add(res);
      res.once('close', () => open.delete(res));
    },
    async end(server, logger) {
      isEnding = true;
      for (const res of open) announceEnd(res);
      const closed = new Promise<void>((resolve) => {
        // `http.Server` would end idle connections without a word; its parent only stops listening.
        NetServer.prototype.close.call(server, () => resolve());
      });
      const endIdle = setInterval(() => server.closeIdleConnections(), LAST_WORD_MS);
      const patience = setTimeout(() => {
        logger.warn('cutting off answers that did not finish');
        server.closeAllConnections();
      }, DRAIN_MS);
      await closed;
      clearInterval(endIdle);
      clearTimeout(patience);
    },
  };
}

function announceEnd(res: ServerResponse): void {
  if (!res.headersSent) res.setHeader('Connection', 'close');
}
