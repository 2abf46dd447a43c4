import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Actor } from '#server/core/actors/actor.ts';
import type { PreparedChange } from './prepared-change.ts';
import { Subscriber } from './subscriber.ts';

/** Reconnect delay of browsers, to avoid a stampede after a restart. */
const RETRY_MS = 2000;

const OPENING = Buffer.from(`retry: ${RETRY_MS}\n\n`);

/**
 * An open event stream, which ends with its connection. Writes shared buffers directly to the socket: with ten
 * thousand readers, HTTP's bookkeeping per write would be most of the cost.
 */
export class EventStream extends Subscriber {
  readonly #tables: readonly string[];

  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    reader: { actor: Actor; tables: readonly string[] },
  ) {
    super(request, reader.actor);
    this.#tables = reader.tables;
    response.useChunkedEncodingByDefault = false;
    response.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-cache, no-transform',
      'X-Accel-Buffering': 'no',
      // Closes the connection, so that no proxy reuses it for another request.
      Connection: 'close',
      ...(request.headers.origin === undefined ? {} : { 'Access-Control-Allow-Origin': '*' }),
      Vary: 'Origin',
    });
    response.flushHeaders();
    this.socket.setKeepAlive(true, 30_000);
    this.#send(OPENING);
  }

  onClose(listener: () => void): void {
    this.socket.once('close', listener);
  }

  deliver(change: PreparedChange): void {
    if (!this.#tables.includes(change.table)) return;
    const frame = change.frameFor(this.actor);
    if (frame) this.#send(frame);
  }

  heartbeat(frame: Buffer): void {
    this.#send(frame);
  }

  reset(frame: Buffer): void {
    this.#send(frame);
  }

  end(): void {
    this.socket.end();
  }

  #send(frame: Buffer): void {
    if (this.isOpen) this.socket.write(frame);
  }
}
