import { setTimeout as delay } from 'node:timers/promises';

/** Longer than the slowest case, which writes to the database and queues a mail, on a healthy disk. */
const FLOOR_MS = 40;

/** Runs `work` and takes at least this long in every case, to prevent timing attacks. */
export async function withMinimumDuration<T>(work: () => Promise<T>): Promise<T> {
  const floor = delay(FLOOR_MS);
  try {
    return await work();
  } finally {
    await floor;
  }
}
