import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';

// On a thread of its own: what the attacking hands wait for must not count as the server's delay.

const EVERY_MS = 20;
const { addresses } = z.object({ addresses: z.array(z.url()) }).parse(workerData);
let worst = 0;
let rounds = 0;
let isOver = false;
parentPort?.once('message', () => {
  isOver = true;
});

while (!isOver) {
  for (const address of addresses) {
    const from = performance.now();
    const answer = await fetch(address);
    await answer.text();
    if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
    worst = Math.max(worst, performance.now() - from);
  }
  rounds += 1;
  await pause(EVERY_MS);
}
parentPort?.postMessage({ worst, rounds });
