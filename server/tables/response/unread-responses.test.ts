import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from '#tests/support/servers/ports.ts';
import { sendTableResponse } from './response.ts';
import { UnreadResponses } from './unread-responses.ts';

/** More than a kernel buffers for a client that does not read. */
const BODY = Buffer.alloc(16 * 1024 * 1024, 'x');
const STALLED_MS = 300;

async function start(answer: RequestListener) {
  const sockets: Socket[] = [];
  const server = createServer(answer);
  server.on('connection', (socket) => sockets.push(socket));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    sockets,
    /** Sends a request and never reads the response. */
    async requestAndReadNothing() {
      const socket = connect({ port, host: '127.0.0.1' });
      onTestFinished(() => void socket.destroy());
      socket.pause();
      const accepted = once(server, 'connection');
      socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
      const [own] = await accepted;
      await expect.poll(() => own.writableLength).toBeGreaterThan(0);
      return { isCutOff: () => own.destroyed };
    },
  };
}

const answering =
  (unread: UnreadResponses): RequestListener =>
  (_req, res) => {
    unread.watch(res, BODY.length);
    res.end(BODY);
  };

test('a large response is aborted if it is not read, and completed if it is read slowly', async () => {
  const unread = new UnreadResponses({ largeBytes: 1, totalBytes: 1e9, stalledMs: STALLED_MS });
  const { url, requestAndReadNothing } = await start(answering(unread));
  const unreadResponse = await requestAndReadNothing();
  const began = performance.now();
  let taken = 0;
  for await (const part of (await fetch(url)).body ?? []) {
    taken += part.length;
    // A connection so slow that the transfer takes several times the stall timeout.
    if (performance.now() - began < 3 * STALLED_MS && taken < BODY.length / 2) await pause(5);
  }
  expect(taken).toBe(BODY.length);
  await expect.poll(unreadResponse.isCutOff).toBe(true);
});

test('over the limit the oldest response is aborted', async () => {
  const unread = new UnreadResponses({
    largeBytes: 1,
    totalBytes: 2 * BODY.length,
    stalledMs: 60_000,
  });
  const { requestAndReadNothing } = await start(answering(unread));
  const responses = [await requestAndReadNothing(), await requestAndReadNothing()];
  expect(responses.map(({ isCutOff }) => isCutOff())).toEqual([false, false]);
  responses.push(await requestAndReadNothing());
  await expect
    .poll(() => responses.map(({ isCutOff }) => isCutOff()))
    .toEqual([true, false, false]);
});

test('only large table responses get the timeout', async () => {
  const { url, sockets } = await start((req, res) => {
    const body = req.url === '/large' ? BODY : BODY.subarray(0, 1000);
    sendTableResponse(req, res, { status: 200, headers: {}, body, isShareable: false });
  });
  const timeouts: (number | undefined)[] = [];
  for (const path of ['/small', '/large']) {
    const answer = await fetch(url + path, { headers: { Connection: 'close' } });
    timeouts.push(sockets.at(-1)?.timeout);
    await answer.arrayBuffer();
  }
  expect(timeouts).toEqual([undefined, 30_000]);
});
