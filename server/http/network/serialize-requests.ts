import type { RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Serialises the requests of a connection: hundreds of pipelined requests would otherwise delay everyone else,
 * and an event stream, which writes to the socket, would write into the response before it.
 */
export function serializeRequests(handle: RequestListener): RequestListener {
  const latest = new WeakMap<Socket, ServerResponse>();
  return (req, res) => {
    const { socket } = req;
    const before = latest.get(socket);
    latest.set(socket, res);
    if (before === undefined || before.closed) {
      handle(req, res);
      return;
    }
    before.once('close', () => {
      setImmediate(() => {
        if (!socket.destroyed) handle(req, res);
      });
    });
  };
}
