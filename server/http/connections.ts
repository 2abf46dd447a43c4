import type { RequestListener, Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import type { Logger } from '#server/core/telemetry/logger.ts';

export interface Connections {
  /** Handles a request; replaced once the server is prepared. */
  handle: RequestListener;
  /** Listener of the server's `request` event. */
  readonly listener: RequestListener;
  /** Stops accepting connections; resolves when the last has ended. */
  drain(server: Server, logger: Logger): Promise<void>;
}

/** How long an idle connection is still answered, so that its client learns of the shutdown. */
const IDLE_CLOSE_MS = 1000;
/** Responses that take longer are aborted. */
const DRAIN_TIMEOUT_MS = 10_000;

/**
 * Serialises the requests of a connection: hundreds of pipelined requests would otherwise delay everyone else, and an
 * event stream, which writes directly to the socket, would write into the previous response.
 *
 * `drain` shuts down gracefully: it finishes active requests and sends `Connection: close` with the last response of
 * each connection (RFC 9112, 9.6), so that no client reuses a closing connection.
 */
export function createConnections(handle: RequestListener): Connections {
  const latest = new Map<Socket, ServerResponse>();
  let isDraining = false;
  const connections: Connections = {
    handle,
    listener(req, res) {
      const { socket } = req;
      const before = latest.get(socket);
      latest.set(socket, res);
      if (isDraining) announceClose(res);
      if (before === undefined) socket.once('close', () => latest.delete(socket));
      if (before === undefined || before.closed) {
        connections.handle(req, res);
        return;
      }
      before.once('close', () => {
        setImmediate(() => {
          if (!socket.destroyed) connections.handle(req, res);
        });
      });
    },
    async drain(server, logger) {
      isDraining = true;
      for (const res of latest.values()) announceClose(res);
      const closed = new Promise<void>((resolve) => {
        // `http.Server.close` drops idle connections without notice; its parent class only stops listening.
        NetServer.prototype.close.call(server, () => resolve());
      });
      const endIdle = setInterval(() => server.closeIdleConnections(), IDLE_CLOSE_MS);
      const timeout = setTimeout(() => {
        logger.warn('shutdown: aborting responses that did not finish in time');
        server.closeAllConnections();
      }, DRAIN_TIMEOUT_MS);
      await closed;
      clearInterval(endIdle);
      clearTimeout(timeout);
    },
  };
  return connections;
}

function announceClose(res: ServerResponse): void {
  if (!res.headersSent) res.setHeader('Connection', 'close');
}
