import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { answerOneAtATime } from './one-at-a-time.ts';

/** Sends these requests at one go, and collects what comes back. */
function sendAtOnce(url: string, paths: readonly string[]) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  let text = '';
  socket.setEncoding('latin1').on('data', (part) => {
    text += part;
  });
  socket.on('error', () => undefined);
  socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`).join(''));
  return () => text;
}

async function listen(answer: RequestListener) {
  const server = createServer(answerOneAtATime(answer)).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  // a TCP server that listens has an address of this form
  return `http://127.0.0.1:${Object(server.address()).port}`;
}

test('what a connection asks ahead of its answers is looked at when its turn has come, in order', async () => {
  const asked: string[] = [];
  const open: ServerResponse[] = [];
  const url = await listen((req, res) => {
    asked.push(req.url ?? '');
    open.push(res);
  });
  const received = sendAtOnce(url, ['/1', '/2', '/3']);
  for (const expected of [['/1'], ['/1', '/2'], ['/1', '/2', '/3']]) {
    await expect.poll(() => asked).toEqual(expected);
    // Another connection has had its whole turn meanwhile, and nothing more was begun here.
    const other = fetch(`${url}/other`);
    await expect.poll(() => asked.at(-1)).toBe('/other');
    open.pop()?.end();
    await other;
    asked.pop();
    expect(asked).toEqual(expected);
    open.at(-1)?.end(`answer of ${asked.at(-1)}`);
  }
  await expect.poll(() => received().match(/answer of \/\d/g)).toHaveLength(3);
  expect(received().match(/answer of \/\d/g)).toEqual([1, 2, 3].map((at) => `answer of /${at}`));
});
