import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { firstSignOrRest } from './first-sign.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Whether it has resolved after so long without a sign. */
async function isOverAfter(ms: number): Promise<boolean> {
  let isOver = false;
  void firstSignOrRest().then(() => {
    isOver = true;
  });
  await vi.advanceTimersByTimeAsync(ms);
  return isOver;
}

test('a page that has come to rest need not wait for somebody', async () => {
  expect(await isOverAfter(2_900)).toBe(false);
  expect(await isOverAfter(3_000)).toBe(true);
});

test('of who spares her data it waits for a sign', async () => {
  vi.stubGlobal('navigator', { connection: { saveData: true } });
  expect(await isOverAfter(60_000)).toBe(false);
});
