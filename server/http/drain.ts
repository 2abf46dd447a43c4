import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import type { Logger } from '#server/core/telemetry/logger.ts';

export interface Drain {
  /** Call for every response before it is written. */
  watch(res: ServerResponse): void;
  /** Stops accepting connections; resolves when the last has ended. */
  end(server: Server, logger: Logger): Promise<void>;
}

/** How long an idle connection is still answered, so that its client learns of the shutdown. */
const LAST_WORD_MS = 1000;
/** Slow responses are aborted after this. */
const DRAIN_MS = 10_000;

/**
 * Graceful shutdown: finishes active requests and sends `Connection: close` with each response (RFC 9112, 9.6),
 * so that no client reuses a closing connection.
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
        // `http.Server.close` drops idle connections without notice; its parent class only stops listening.
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
