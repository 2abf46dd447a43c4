import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { WaitingRoom } from './waiting-room.ts';

test('what comes before the program waits for it, body and all; who asks whether it is ready is told no', async () => {
  const room = new WaitingRoom();
  const server = createServer(room.handle).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  // a TCP server that listens has an address of this form
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const early = fetch(`${url}/rest`, { method: 'POST', body: 'her words' });
  const arrived = once(server, 'request');
  await arrived;
  const probe = await fetch(`${url}/readyz`);
  expect([probe.status, probe.headers.get('retry-after')]).toEqual([503, '1']);
  room.open((req, res) => void req.pipe(res));

  expect(await (await early).text()).toBe('her words');
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
});
