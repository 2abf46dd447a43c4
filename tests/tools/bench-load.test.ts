import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { load } from '#tests/bench/load.ts';

const SOON = 5;

test('a connection that the server ends is opened again, and every answer counts', async () => {
  let connections = 0;
  let answers = 0;
  const server = createServer((_req, res) => {
    answers += 1;
    res.setHeader('Content-Length', 2);
    res.end('ok');
  });
  server.maxRequestsPerSocket = 0;
  server.on('connection', (socket) => {
    connections += 1;
    let chunks = 0;
    socket.on('data', () => {
      chunks += 1;
      if (chunks > SOON) socket.resetAndDestroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  // A server that listens to a port has such an address.
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/`;
  const { requestsPerSecond } = await load({ url, seconds: 0.5, connections: 2 });
  expect(requestsPerSecond).toBeGreaterThan(0);
  expect(connections).toBeGreaterThan(2);
  expect(answers).toBeGreaterThan(SOON);
});
