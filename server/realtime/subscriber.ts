import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Actor } from '#server/core/actors/actor.ts';
import type { PreparedChange } from './prepared-change.ts';

/** Maximum unsent bytes per connection; the rest stays in the log until they are read. */
const MAX_UNSENT_BYTES = 64 * 1024;

export type ReaderRequest = Pick<IncomingMessage, 'headers' | 'socket'>;

/** A reader of the event hub: an event stream, or a channel of a Phoenix socket. */
export abstract class Subscriber {
  /** Resolved again on each heartbeat and when the reader's profile changes. */
  actor: Actor;
  /** False while the reader catches up from the log. */
  isLive = false;
  request: ReaderRequest;
  protected readonly socket: Socket;
  /** Bytes written at the last check; -1 if nothing was pending. */
  #sentBefore = -1;

  constructor(request: ReaderRequest, actor: Actor) {
    this.request = request;
    this.socket = request.socket;
    this.actor = actor;
  }

  /** Sends the change if the reader follows its table and may see it. */
  abstract deliver(change: PreparedChange): void;
  /** Keeps the connection open; the frame is for event streams. */
  abstract heartbeat(frame: Buffer): void;
  /** Tells the reader to refetch everything. */
  abstract reset(frame: Buffer): void;
  /** Closes gracefully; the client reconnects. */
  abstract end(): void;
  abstract onClose(listener: () => void): void;

  get isOpen(): boolean {
    return this.socket.writable;
  }

  /** Whether the reader is slower than the changes and must resume from the log. */
  get isBehind(): boolean {
    return this.socket.writableLength > MAX_UNSENT_BYTES;
  }

  /** Called once per heartbeat: destroys a connection without progress since the last call. */
  checkProgress(): void {
    const { writableLength, bytesWritten } = this.socket;
    const sent = writableLength > 0 ? bytesWritten - writableLength : -1;
    if (sent >= 0 && sent === this.#sentBefore) this.socket.destroy();
    this.#sentBefore = sent;
  }

  /** Resolves when the buffer has room or the connection is closed. */
  async drained(): Promise<void> {
    if (!this.socket.writableNeedDrain) return;
    await new Promise<void>((resolve) => {
      const done = () => {
        this.socket.off('drain', done).off('close', done);
        resolve();
      };
      this.socket.on('drain', done).on('close', done);
    });
  }
}
