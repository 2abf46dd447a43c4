import { Socket } from 'node:net';

/** Longer than PostgreSQL pauses under load, and shorter than whoever waits for a page would. */
const SILENCE_MS = 9_000;
/** After a pause of this machine the time is over before what has come meanwhile is read. */
const SECOND_LOOK_MS = 1_000;

/**
 * The way to PostgreSQL, as all connections of this process use it. A network that swallows packets tells nobody: the
 * operating system goes on sending for some fifteen minutes before it gives a connection up. So one connection asks for
 * nothing but an answer, and where none comes, all of them are ended here: what waits fails at once, and is told apart.
 */
export class Line {
  readonly #sockets = new Set<Socket>();
  #isSilent = false;

  /** For a connection of the pools, as `pg` takes it. While nothing answers none is even tried. */
  readonly open = (): Socket => {
    const socket = this.#track(new Socket());
    if (this.#isSilent) {
      process.nextTick(() => socket.destroy(new Error('Connection terminated: nothing answers')));
    }
    return socket;
  };

  /** For the one connection that finds out whether there is an answer again. */
  readonly openToAsk = (): Socket => this.#track(new Socket());

  /** Waits for an answer to what was just asked of PostgreSQL; where none comes in time, every connection ends. */
  async listenFor<T>(answer: Promise<T>): Promise<T> {
    let timer = setTimeout(() => {
      timer = setTimeout(() => this.#giveUp(), SECOND_LOOK_MS).unref();
    }, SILENCE_MS).unref();
    try {
      const said = await answer;
      this.#isSilent = false;
      return said;
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
