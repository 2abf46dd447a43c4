import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { sendAnswer } from './table-answer.ts';
import { UntakenAnswers } from './untaken-answers.ts';

/** More than kernels keep for a connection whose client reads nothing. */
const BODY = Buffer.alloc(16 * 1024 * 1024, 'x');
const STALLED_MS = 300;

async function listen(answer: RequestListener) {
  const sockets: Socket[] = [];
  const server = createServer(answer).listen(0, '127.0.0.1');
  server.on('connection', (socket) => sockets.push(socket));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const { port } = Object(server.address());
  return {
    url: `http://127.0.0.1:${port}`,
    sockets,
    /** Asks and takes nothing; tells when the server has let go. */
    async askAndTakeNothing(localAddress = '127.0.0.1') {
      const socket = connect({ port, host: '127.0.0.1', localAddress });
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
  (untaken: UntakenAnswers): RequestListener =>
  (req, res) => {
    untaken.watch(req, res, BODY.length);
    res.end(BODY);
  };

test('a large answer of which nothing is taken is cut off, one that is taken slowly comes whole', async () => {
  const untaken = new UntakenAnswers({ largeBytes: 1, mostBytes: 1e9, stalledMs: STALLED_MS });
  const { url, askAndTakeNothing } = await listen(answering(untaken));
  const lazy = await askAndTakeNothing();
  const began = performance.now();
  let taken = 0;
  for await (const part of (await fetch(url)).body ?? []) {
    taken += part.length;
    // A line so slow that the whole takes several times as long as the server waits for a sign of life.
    if (performance.now() - began < 3 * STALLED_MS && taken < BODY.length / 2) await pause(5);
  }
  expect(taken).toBe(BODY.length);
  await expect.poll(lazy.isCutOff).toBe(true);
});

test('when all are too much, the address with most loses its oldest, and nobody else any', async () => {
  const untaken = new UntakenAnswers({
    largeBytes: 1,
    mostBytes: 3 * BODY.length,
    stalledMs: 60_000,
  });
  const { askAndTakeNothing } = await listen(answering(untaken));
  const hers = await askAndTakeNothing('127.0.0.2');
  const stranger = [await askAndTakeNothing(), await askAndTakeNothing()];
  expect([hers, ...stranger].map(({ isCutOff }) => isCutOff())).toEqual([false, false, false]);
  stranger.push(await askAndTakeNothing());
  await expect.poll(() => stranger.map(({ isCutOff }) => isCutOff())).toEqual([true, false, false]);
  expect(hers.isCutOff()).toBe(false);
});

test('the answers of the tables are watched, when they are large', async () => {
  const { url, sockets } = await listen((req, res) => {
    const body = req.url === '/large' ? BODY : BODY.subarray(0, 1000);
    sendAnswer(req, res, { status: 200, headers: {}, body, isShareable: false });
  });
  const patience: (number | undefined)[] = [];
  for (const path of ['/small', '/large']) {
    const answer = await fetch(url + path, { headers: { Connection: 'close' } });
    patience.push(sockets.at(-1)?.timeout);
    await answer.arrayBuffer();
  }
  expect(patience).toEqual([undefined, 30_000]);
});
