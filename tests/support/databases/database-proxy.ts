import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from '../servers/free-port.ts';

/** A TCP proxy in front of PostgreSQL that a test can cut, block and reopen. */
export async function startDatabaseProxy(server: URL) {
  const port = await freePort();
  const sockets = new Set<Socket>();
  let shouldBreak = (_bytes: Buffer): boolean => false;
  let isSwallowing = false;
  let proxy: Server | undefined;

  const forward = (client: Socket) => {
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
    // A query in progress during packet loss never ends, as behind a firewall that dropped its connection state.
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
    /** Closes a connection as soon as it sends matching bytes. */
    breakAt(test: (bytes: Buffer) => boolean) {
      shouldBreak = test;
    },
    /** Silently drops traffic from now on; neither side gets an error. */
    swallow(isLost: boolean) {
      isSwallowing = isLost;
    },
    async open() {
      proxy = createServer(forward);
      await new Promise<void>((resolve) => proxy?.listen(port, '127.0.0.1', resolve));
    },
    /** Simulates a stopped PostgreSQL: closes open connections and refuses new ones. */
    async cut() {
      const closed = new Promise((resolve) => proxy?.close(resolve) ?? resolve(undefined));
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
