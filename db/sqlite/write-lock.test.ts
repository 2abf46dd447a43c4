import { expect, test } from 'vitest';
import { WriteLock } from './write-lock.ts';

test('waiters get the lock in order of arrival', async () => {
  const lock = new WriteLock();
  const order: number[] = [];
  expect(lock.tryAcquire()).toBe(true);
  expect(lock.tryAcquire()).toBe(false);
  const turns = [1, 2, 3].map(async (turn) => {
    await lock.acquire();
    order.push(turn);
    lock.release();
  });
  lock.release();
  await Promise.all(turns);
  expect(order).toEqual([1, 2, 3]);
  expect(lock.tryAcquire()).toBe(true);
});

test('a waiter that times out gets the reason, and those behind it still get their turn', async () => {
  const lock = new WriteLock(10);
  await lock.acquire();
  await expect(lock.acquire()).rejects.toThrow(/every write must go through its `trx`/);
  const next = lock.acquire();
  lock.release();
  await next;
});
