import { describe, expect, test } from 'vitest';
import { createFairQueue, QueueFullError } from './password-queue.ts';

const LIMITS = { concurrency: 1, capacity: 12 };

/** Work that ends on demand, and the result of each task. */
function createTrial(limits = LIMITS) {
  const queue = createFairQueue(limits);
  const done: string[] = [];
  const refused: string[] = [];
  const ask = (network: string, isKnownDevice = false) =>
    queue
      .run({ network, knownDevice: isKnownDevice ? 'device' : undefined }, async () => {
        await new Promise((later) => setImmediate(later));
        done.push(isKnownDevice ? `${network}*` : network);
      })
      .catch((error: unknown) => {
        if (!(error instanceof QueueFullError)) throw error;
        refused.push(network);
      });
  return { ask, done, refused };
}

describe('turns of password checks', () => {
  test('alternate between networks, so only a network with many requests waits longer', async () => {
    const { ask, done } = createTrial();
    await Promise.all([ask('a'), ask('a'), ask('a'), ask('a'), ask('b'), ask('c')]);
    expect(done).toEqual(['a', 'a', 'b', 'c', 'a', 'a']);
  });

  test('go to known devices every second time', async () => {
    const { ask, done } = createTrial();
    const work = ['a', 'b', 'c', 'd'].map((network) => ask(network));
    await Promise.all([...work, ask('k', true), ask('k', true)]);
    expect(done.indexOf('k*')).toBeLessThanOrEqual(2);
    expect(done.lastIndexOf('k*')).toBeLessThanOrEqual(4);
  });

  test('are refused to the network with the most waiting requests, and given to one with few', async () => {
    const { ask, done, refused } = createTrial();
    const storm = ['a', 'b'].flatMap((network) => Array.from({ length: 10 }, () => ask(network)));
    await Promise.all([...storm, ask('c'), ask('d', true)]);
    expect(done).toEqual(expect.arrayContaining(['c', 'd*']));
    expect(refused.filter((network) => network === 'c' || network === 'd')).toEqual([]);
    expect(refused.length).toBeGreaterThanOrEqual(6);
  });

  test('continue after failed work', async () => {
    const queue = createFairQueue(LIMITS);
    const turn = { network: 'a' };
    await expect(queue.run(turn, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await queue.run(turn, async () => 1)).toBe(1);
  });
});
