import { setTimeout as pause } from 'node:timers/promises';

// A separate process: neither the sender's nor the server's work delays the measurement.

const EVERY_MS = 5;
const addresses = process.argv.slice(2);
let worst = 0;
let rounds = 0;
let sentAt = performance.now();

process.on('message', (message) => {
  // The request in progress counts too.
  worst = Math.max(worst, performance.now() - sentAt);
  process.send?.({ worst, rounds });
  if (message === 'reset') {
    worst = 0;
    rounds = 0;
  }
});
process.on('disconnect', () => process.exit());

while (process.connected) {
  for (const address of addresses) {
    sentAt = performance.now();
    // A connection may be reset while the server refuses others; the test checks that the server runs.
    await fetch(address).then(
      (answer) => answer.text(),
      () => undefined,
    );
    worst = Math.max(worst, performance.now() - sentAt);
  }
  rounds += 1;
  await pause(EVERY_MS);
}
