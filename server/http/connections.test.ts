import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from '#tests/support/servers/ports.ts';
import { createConnections } from './connections.ts';

function start(handle: Parameters<typeof createConnections>[0]): Promise<number> {
  const server = createServer(createConnections(handle).listener);
  onTestFinished(() => void server.close());
  return listen(server);
}

const packetOf = (requests: number) => 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(requests);

test('pipelined requests are answered in order, each in its own turn of the event loop', async () => {
  let turns = 0;
  const turnsAt: number[] = [];
  const count = () => {
    turns += 1;
    if (turnsAt.length < 50) setImmediate(count);
  };
  count();
  const port = await start((_req, res) => {
    turnsAt.push(turns);
    res.end(`${turnsAt.length};`);
  });
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.setEncoding('latin1').on('data', (part) => {
    text += part;
  });
  socket.write(packetOf(50));
  await expect.poll(() => text.includes('50;')).toBe(true);
  socket.destroy();
  expect(new Set(turnsAt).size).toBe(50);
  expect(text.match(/\d+;/g)).toEqual(turnsAt.map((_, index) => `${index + 1};`));
});

test('requests of a closed connection are no longer handled', async () => {
  let handled = 0;
  const port = await start((req, res) => {
    handled += 1;
    if (handled < 3) res.end();
    else req.socket.destroy();
  });
  const socket = connect(port, '127.0.0.1');
  socket.resume().on('error', () => undefined);
  socket.write(packetOf(50));
  await once(socket, 'close');
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
  expect(handled).toBe(3);
});
