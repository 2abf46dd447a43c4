import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from './free-port.ts';

/** The way to a PostgreSQL, in the hand of a test. */
export async function startDatabaseLine(server: URL) {
  const port = await freePort();
  const sockets = new Set<Socket>();
  let shouldBreak = (_bytes: Buffer): boolean => false;
  let isSwallowing = false;
  let line: Server | undefined;

  const carry = (client: Socket) => {
    const upstream = connect(Number(server.port), server.hostname);
    const close = () => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        close();
      });
    }
    // What was under way when packets were lost stays stuck for ever, as it does behind a firewall that forgot it.
    let isLost = false;
    client.on('data', (bytes) => {
      isLost ||= isSwallowing;
      if (isLost) return;
      if (shouldBreak(bytes)) close();
      else upstream.write(bytes);
    });
    upstream.on('data', (bytes) => {
      isLost ||= isSwallowing;
      if (!isLost) client.write(bytes);
    });
  };
  const control = {
    port,
    /** A connection that sends such bytes ends there and then. */
    breakAt(test: (bytes: Buffer) => boolean) {
      shouldBreak = test;
    },
    /** Whether what is sent from now on gets nowhere, with no word to either side that it did not. */
    swallow(isLost: boolean) {
      isSwallowing = isLost;
    },
    async open() {
      line = createServer(carry);
      await new Promise<void>((resolve) => line?.listen(port, '127.0.0.1', resolve));
    },
    /** As if PostgreSQL were gone: what is open ends, and nothing new is taken. */
    async cut() {
      const closed = new Promise((resolve) => line?.close(resolve) ?? resolve(undefined));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    async [Symbol.asyncDispose]() {
      await control.cut();
    },
  };
  await control.open();
  return control;
}
