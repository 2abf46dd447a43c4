import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepAwake } from './keep-awake.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A fake system that grants, refuses and revokes the lock. */
function createSystem() {
  const page = Object.assign(new EventTarget(), {
    visibilityState: 'visible' as const as DocumentVisibilityState,
  });
  let given: (EventTarget & { release(): Promise<void> })[] = [];
  const system = {
    page,
    isRefusing: false,
    asked: 0,
    lit: () => given.length,
    takeBack() {
      for (const sentinel of given.splice(0)) sentinel.dispatchEvent(new Event('release'));
    },
    turnTo(state: DocumentVisibilityState) {
      page.visibilityState = state;
      if (state === 'hidden') system.takeBack();
      page.dispatchEvent(new Event('visibilitychange'));
    },
    wakeLock: {
      async request() {
        system.asked += 1;
        if (system.isRefusing) throw new Error('the battery is low');
        const sentinel = Object.assign(new EventTarget(), {
          async release() {
            given = given.filter((one) => one !== sentinel);
          },
        });
        given.push(sentinel);
        return sentinel;
      },
    },
  };
  return system;
}
const settle = () => vi.advanceTimersByTimeAsync(0);

test('the screen stays on until the user leaves', async () => {
  const system = createSystem();
  const leave = keepAwake(system);
  await settle();
  expect(system.lit()).toBe(1);
  leave();
  await settle();
  expect(system.lit()).toBe(0);
});

test('a lock revoked by the system is requested again, also after the phone was locked', async () => {
  const system = createSystem();
  keepAwake(system);
  await settle();
  system.takeBack();
  await settle();
  expect(system.lit()).toBe(1);
  system.turnTo('hidden');
  await settle();
  expect(system.lit()).toBe(0);
  system.turnTo('visible');
  await settle();
  expect(system.lit()).toBe(1);
});

test('a refused lock is not requested again in a loop', async () => {
  const system = createSystem();
  system.isRefusing = true;
  keepAwake(system);
  await vi.advanceTimersByTimeAsync(29_000);
  expect(system.asked).toBe(1);
  system.isRefusing = false;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(system.lit()).toBe(1);
});

test('nothing happens where the platform has no wake lock', () => {
  expect(() => keepAwake({ wakeLock: undefined, page: createSystem().page })()).not.toThrow();
});
