import { expect, test } from 'vitest';
import { FairQueue } from './fair-queue.ts';

/** Waits until all permitted work has started. */
const settled = () => new Promise(setImmediate);

/** A queue whose tasks end on demand, and the names of the started and the refused ones. */
function createTestQueue(slots: number, places?: number) {
  const queue = new FairQueue(slots, places);
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

test('many requests from one network delay a request from another network by one turn only', async () => {
  const { enter, started, endFirst } = createTestQueue(2);
  for (let at = 0; at < 300; at += 1) enter(`a${at}`, `account ${at % 20}`, 'other network');
  await endFirst();
  enter('own', 'account', 'home');
  await endFirst();
  await endFirst();
  expect(started).toContain('own');
});

test('within one network accounts take turns, and each has at most sixteen waiting requests', async () => {
  const { enter, started, refused, endFirst } = createTestQueue(2);
  for (let at = 0; at < 20; at += 1) enter(`a${at}`, 'a', 'ward');
  enter('b', 'b', 'ward');
  enter('own', 'c', 'ward');
  await endFirst();
  await endFirst();
  expect(started).toEqual(['a0', 'b', 'a1', 'own']);
  expect(refused).toEqual(['a17', 'a18', 'a19']);
});

test('a full queue refuses a network that has waiting requests, until one of them has ended', async () => {
  const { enter, started, refused, endFirst } = createTestQueue(1, 3);
  for (let at = 0; at < 5; at += 1) enter(`a${at}`, `account ${at}`, 'crowd');
  enter('own', 'account', 'home');
  enter('own 2', 'account 2', 'home');
  await endFirst();
  await endFirst();
  enter('a5', 'account 5', 'crowd');
  await endFirst();
  expect(started).toEqual(['a0', 'a1', 'own', 'a2']);
  expect(refused).toEqual(['a4', 'own 2']);
});
