import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { HTTP_ERROR } from '#contract/words/error-codes.ts';

/** As long as an ordinary start takes on a busy machine; a first start takes minutes. */
const PATIENCE_MS = 5_000;
/** More at once are told to come back. */
const ROOM = 1_000;
/** Who asks here wants to know now. */
const PROBES = new Set(['/healthz', '/readyz']);

/**
 * Until the program is there, requests wait for it: a proxy that stands before two servers cannot give one that was
 * answered with 503 to the other, when it is a write.
 */
export class WaitingRoom {
  #program: RequestListener | undefined;
  readonly #waiting = new Map<ServerResponse, () => void>();

  readonly handle = (req: IncomingMessage, res: ServerResponse): void => {
    if (this.#program) this.#program(req, res);
    else if (PROBES.has(req.url ?? '') || this.#waiting.size >= ROOM) answerStarting(res);
    else this.#seat(req, res);
  };

  open(program: RequestListener): void {
    this.#program = program;
    for (const enter of this.#waiting.values()) enter();
  }

  #seat(req: IncomingMessage, res: ServerResponse): void {
    const leave = () => {
      clearTimeout(patience);
      res.off('close', leave);
      this.#waiting.delete(res);
    };
    const patience = setTimeout(() => {
      leave();
      answerStarting(res);
    }, PATIENCE_MS);
    res.once('close', leave);
    this.#waiting.set(res, () => {
      leave();
      this.#program?.(req, res);
    });
  }
}

function answerStarting(res: ServerResponse): void {
  res.writeHead(503, {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    'Retry-After': '1',
  });
  res.end(JSON.stringify({ code: HTTP_ERROR.starting, message: 'Starting. One moment, please.' }));
}
