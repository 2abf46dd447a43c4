import { expect, test } from 'vitest';
import { FairQueue } from './fair-queue.ts';

/** Waits until all permitted work has started. */
const settled = () => new Promise(setImmediate);

/** Work that starts when permitted and ends on demand. */
function createWorkshop(places: number) {
  const queue = new FairQueue(places);
  const begun: string[] = [];
  const refused: string[] = [];
  const leaves = new Map<string, () => void>();
  return {
    begun,
    refused,
    ask(name: string, lane: string, network?: string) {
      return queue.enter(lane, undefined, network).then(
        (leave) => {
          begun.push(name);
          leaves.set(name, leave);
        },
        () => void refused.push(name),
      );
    },
    /** Ends the oldest task and lets the next one start. */
    async endFirst() {
      await settled();
      const [[name, leave] = []] = leaves;
      leaves.delete(name ?? '');
      leave?.();
      await settled();
    },
  };
}

test('one client never takes every slot, and waiting clients take turns', async () => {
  const { ask, begun, endFirst } = createWorkshop(2);
  for (const at of [1, 2, 3]) ask(`a${at}`, 'a');
  ask('b1', 'b');
  await endFirst();
  expect(begun).toEqual(['a1', 'b1', 'a2']);
});

test('many accounts on one network queue as one client', async () => {
  const { ask, begun, endFirst } = createWorkshop(2);
  for (const at of [1, 2, 3, 4, 5, 6]) ask(`a${at}`, `account ${at}`, 'stranger');
  ask('hers', 'her', 'home');
  ask('hers too', 'her', 'home');
  for (const _ of [1, 2, 3]) await endFirst();
  expect(begun.slice(2)).toEqual(['a3', 'hers', 'a4']);
});

test('a crowd of one network yields to a request from another', async () => {
  const { ask, begun, refused, endFirst } = createWorkshop(2);
  for (let at = 0; at < 300; at += 1) ask(`a${at}`, `account ${at % 20}`, 'stranger');
  await endFirst();
  // 2 run, 256 wait, and one more was accepted when the first ended.
  expect(refused).toHaveLength(42);
  ask('last of the crowd', 'account 21', 'stranger');
  ask('hers', 'her', 'home');
  await endFirst();
  await endFirst();
  expect(begun).toContain('hers');
});

test('within one network, the client with the most requests yields to one with fewer', async () => {
  const { ask, begun, refused, endFirst } = createWorkshop(2);
  for (let at = 0; at < 300; at += 1) ask(`a${at}`, `account ${at % 17}`, 'ward');
  ask('hers', 'her', 'ward');
  for (let at = 0; at < 20; at += 1) await endFirst();
  expect(begun).toContain('hers');
  expect(refused).not.toContain('hers');
});
