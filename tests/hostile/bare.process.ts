import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

// The same machine, the same load, and a server that has nothing else to do: what it is late by is not the product's.
const server = createServer((_req, res) => res.end('{"status":"ok"}'));
server.listen(0, '127.0.0.1', () => {
  // A TCP server that listens has an address of this form.
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
