import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Actor } from '#server/core/actor.ts';
import { createFrame, type Frame } from './event-frame.ts';
import type { PreparedChange } from './prepared-change.ts';

/** More than this is not held for one stream; the rest waits in the log until this is taken. */
const MAX_UNSENT_BYTES = 64 * 1024;
const LAST_CHUNK = '0\r\n\r\n';
/** How long a browser waits before it comes back, so that a restart is not a stampede. */
const RETRY_MS = 2000;

const OPENING = createFrame(`retry: ${RETRY_MS}\n\n`);

/**
 * One open reader. Writes shared buffers straight to the socket, already framed: at ten thousand
 * readers, what HTTP's own bookkeeping adds to each write is most of the cost.
 */
export class ChangeStream {
  /** Looked up again with each heartbeat, and when the reader's profile changes. */
  actor: Actor;
  readonly tables: ReadonlySet<string>;
  readonly request: IncomingMessage;
  /** False while it still reads from the log what it missed. */
  isLive = false;
  readonly #socket: Socket;
  readonly #isChunked: boolean;
  /** Bytes the kernel had taken at the last look; -1 while nothing waited. */
  #takenBefore = -1;

  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    reader: { actor: Actor; tables: ReadonlySet<string> },
  ) {
    this.request = request;
    this.actor = reader.actor;
    this.tables = reader.tables;
    this.#socket = request.socket;
    this.#isChunked = request.httpVersion === '1.1';
    response.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-cache, no-transform',
      'X-Accel-Buffering': 'no',
      // Its connection ends with it: a proxy that kept it would send somebody's request into one that closes.
      Connection: 'close',
      ...(request.headers.origin === undefined ? {} : { 'Access-Control-Allow-Origin': '*' }),
      Vary: 'Origin',
    });
    response.flushHeaders();
    this.#socket.setKeepAlive(true, 30_000);
    this.send(OPENING);
  }

  get isOpen(): boolean {
    return this.#socket.writable;
  }

  /** It takes less than is sent, and has to go on from the log at its own pace. */
  get isBehind(): boolean {
    return this.#socket.writableLength > MAX_UNSENT_BYTES;
  }

  onClose(listener: () => void): void {
    this.#socket.once('close', listener);
  }

  send(frame: Frame): void {
    if (this.isOpen) this.#socket.write(this.#isChunked ? frame.chunked : frame.plain);
  }

  deliver(change: PreparedChange): void {
    if (!this.tables.has(change.table)) return;
    const frame = change.frameFor(this.actor);
    if (frame) this.send(frame);
  }

  /** Asked once per heartbeat: who has taken nothing at all since the last one is cut off. */
  checkProgress(): void {
    const { writableLength, bytesWritten } = this.#socket;
    const taken = writableLength > 0 ? bytesWritten - writableLength : -1;
    if (taken >= 0 && taken === this.#takenBefore) this.#socket.destroy();
    this.#takenBefore = taken;
  }

  /** Resolves when there is room again, or nobody to write to. */
  async drained(): Promise<void> {
    if (!this.#socket.writableNeedDrain) return;
    await new Promise<void>((resolve) => {
      const done = () => {
        this.#socket.off('drain', done).off('close', done);
        resolve();
      };
      this.#socket.on('drain', done).on('close', done);
    });
  }

  /** Ends it in good order; the client comes back by itself. */
  end(): void {
    if (this.#isChunked) this.#socket.end(LAST_CHUNK);
    else this.#socket.end();
  }
}
