import { setTimeout as delay } from 'node:timers/promises';

/** More than reading, writing and queueing a mail take together on a sound disk. */
const FLOOR_MS = 40;

/** Answers no sooner than this, whether there was something to do or not: a stopwatch learns nothing. */
export async function inSteadyTime<T>(work: () => Promise<T>): Promise<T> {
  const floor = delay(FLOOR_MS);
  try {
    return await work();
  } finally {
    await floor;
  }
}
