import { expect, test } from 'vitest';
import { FairQueue } from './fair-queue.ts';

/** Waits until all permitted work has started. */
const settled = () => new Promise(setImmediate);

/** A queue whose tasks end on demand, and the names of the started and the refused ones. */
function createTestQueue(slots: number) {
  const queue = new FairQueue(slots);
  const started: string[] = [];
  const refused: string[] = [];
  const releases = new Map<string, () => void>();
  return {
    started,
    refused,
    enter(name: string, lane: string, network?: string) {
      return queue.enter(lane, undefined, network).then(
        (release) => {
          started.push(name);
          releases.set(name, release);
        },
        () => void refused.push(name),
      );
    },
    /** Ends the oldest task and lets the next one start. */
    async endFirst() {
      await settled();
      const [[name, release] = []] = releases;
      releases.delete(name ?? '');
      release?.();
      await settled();
    },
  };
}

test('one client never takes every slot, and waiting clients take turns', async () => {
  const { enter, started, endFirst } = createTestQueue(2);
  for (const at of [1, 2, 3]) enter(`a${at}`, 'a');
  enter('b1', 'b');
  await endFirst();
  expect(started).toEqual(['a1', 'b1', 'a2']);
});

test('many accounts on one network queue as one client', async () => {
  const { enter, started, endFirst } = createTestQueue(2);
  for (const at of [1, 2, 3, 4, 5, 6]) enter(`a${at}`, `account ${at}`, 'other network');
  enter('own', 'account', 'home');
  enter('own 2', 'account', 'home');
  for (const _ of [1, 2, 3]) await endFirst();
  expect(started.slice(2)).toEqual(['a3', 'own', 'a4']);
});

test('a crowd of one network yields to a request from another', async () => {
  const { enter, started, refused, endFirst } = createTestQueue(2);
  for (let at = 0; at < 300; at += 1) enter(`a${at}`, `account ${at % 20}`, 'other network');
  await endFirst();
  // 2 run, 256 wait, and one more was accepted when the first ended.
  expect(refused).toHaveLength(42);
  enter('last of the crowd', 'account 21', 'other network');
  enter('own', 'account', 'home');
  await endFirst();
  await endFirst();
  expect(started).toContain('own');
});

test('within one network, the client with the most requests yields to one with fewer', async () => {
  const { enter, started, refused, endFirst } = createTestQueue(2);
  for (let at = 0; at < 300; at += 1) enter(`a${at}`, `account ${at % 17}`, 'ward');
  enter('own', 'account', 'ward');
  for (let at = 0; at < 20; at += 1) await endFirst();
  expect(started).toContain('own');
  expect(refused).not.toContain('own');
});
