import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests that a connection may send ahead of its answers; no browser and no proxy sends any. */
const AHEAD = 16;

/**
 * A connection has one answer made for it at a time. Node hands out every request that has come at once
 * (pipelining, RFC 9112, 9.3.2) and keeps all their answers: a few hundred short ones for pieces of a
 * recording were enough to fill the memory, before the first was taken.
 */
export function answerOneAtATime(answer: RequestListener): RequestListener {
  const last = new WeakMap<Socket, ServerResponse>();
  const ahead = new WeakMap<Socket, number>();

  function wait(before: ServerResponse, req: IncomingMessage, res: ServerResponse): void {
    const { socket } = req;
    const waiting = (ahead.get(socket) ?? 0) + 1;
    if (waiting > AHEAD) {
      socket.destroy();
      return;
    }
    ahead.set(socket, waiting);
    before.once('close', () => {
      ahead.set(socket, (ahead.get(socket) ?? 1) - 1);
      if (!socket.destroyed) answer(req, res);
    });
  }

  return (req, res) => {
    const { socket } = req;
    if (socket.destroyed) return;
    const before = last.get(socket);
    last.set(socket, res);
    if (before === undefined || before.writableFinished) answer(req, res);
    else wait(before, req, res);
  };
}
