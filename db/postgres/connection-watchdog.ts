import { Socket } from 'node:net';

/** Longer than PostgreSQL pauses under load, and shorter than users wait for a page. */
const SILENCE_MS = 9_000;
/** After a suspend, the timer fires before responses that arrived meanwhile are read; this gives them time. */
const GRACE_MS = 1_000;

/**
 * The network path to PostgreSQL, shared by all connections of this process. A network that drops packets reports no
 * error: the operating system retransmits for some fifteen minutes. So one connection is probed, and without a response
 * all are closed: pending queries fail at once, with a recognisable error.
 */
export class ConnectionWatchdog {
  readonly #sockets = new Set<Socket>();
  #isSilent = false;

  /** Opens a socket for the pools of `pg`; fails at once while the database does not respond. */
  readonly open = (): Socket => {
    const socket = this.#track(new Socket());
    if (this.#isSilent) {
      process.nextTick(() => socket.destroy(new Error('Connection terminated: no response')));
    }
    return socket;
  };

  /** For the probing connection, which detects a recovery. */
  readonly openProbe = (): Socket => this.#track(new Socket());

  /** Waits for the response to a probe; closes every connection on timeout. */
  async awaitReply<T>(pending: Promise<T>): Promise<T> {
    let timer = setTimeout(() => {
      timer = setTimeout(() => this.#giveUp(), GRACE_MS).unref();
    }, SILENCE_MS).unref();
    try {
      const response = await pending;
      this.#isSilent = false;
      return response;
    } finally {
      clearTimeout(timer);
    }
  }

  #track(socket: Socket): Socket {
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
    return socket;
  }

  #giveUp(): void {
    this.#isSilent = true;
    for (const socket of this.#sockets) socket.destroy();
  }
}
