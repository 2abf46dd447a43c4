import { connect, createServer, type Socket } from 'node:net';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDatabase } from '#db/open.ts';
import { findPostgres } from '#tests/support/find-postgres.ts';
import { freePort } from '#tests/support/free-port.ts';

/** Carries bytes to PostgreSQL, and breaks a connection off just as it is being set up. */
async function startBreakingLine(server: URL) {
  let isBreaking = true;
  const sockets = new Set<Socket>();
  const line = createServer((client) => {
    const upstream = connect(Number(server.port), server.hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        client.destroy();
        upstream.destroy();
      });
    }
    client.on('data', (bytes) => {
      if (isBreaking && bytes.includes('set timezone')) upstream.destroy();
      else upstream.write(bytes);
    });
    upstream.pipe(client);
  });
  const port = await freePort();
  await new Promise<void>((resolve) => line.listen(port, '127.0.0.1', resolve));
  return {
    port,
    mend() {
      isBreaking = false;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => line.close(resolve));
    },
  };
}

test('a connection that breaks while it is set up leaves its place to the next', async () => {
  const server = (await findPostgres()).url;
  await using line = await startBreakingLine(new URL(server));
  const url = new URL(server);
  url.port = String(line.port);
  const db = await openDatabase({ url: new URL('/postgres', url).href });
  const ask = () => sql<{ one: number }>`select 1 as one`.execute(db.kysely);

  // more often than the pool has places
  for (let tries = 0; tries < 12; tries++) await expect(ask()).rejects.toThrow();
  line.mend();

  expect((await ask()).rows).toEqual([{ one: 1 }]);
  await db.close();
});
