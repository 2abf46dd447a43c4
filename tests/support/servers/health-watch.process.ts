import { setTimeout as pause } from 'node:timers/promises';

// A separate process: neither the sender's nor the server's work delays the measurement.

const EVERY_MS = 5;
const [, , address = ''] = process.argv;
let worst = 0;
let sentAt = performance.now();

process.on('message', () => {
  // The request in progress counts too.
  process.send?.(Math.max(worst, performance.now() - sentAt));
  worst = 0;
});
process.on('disconnect', () => process.exit());

while (process.connected) {
  sentAt = performance.now();
  // Ignores a failed request, such as a reset connection: the test itself checks that the server runs.
  await fetch(address).then(
    (answer) => answer.text(),
    () => undefined,
  );
  worst = Math.max(worst, performance.now() - sentAt);
  await pause(EVERY_MS);
}
