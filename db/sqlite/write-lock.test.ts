import { expect, test } from 'vitest';
import { WriteLock } from './write-lock.ts';

test('a waiter that times out gets the reason, and those behind it still get their turn', async () => {
  const lock = new WriteLock(10);
  await lock.acquire();
  await expect(lock.acquire()).rejects.toThrow(/every write must go through its `trx`/);
  const next = lock.acquire();
  lock.release();
  await next;
});
