import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepAwake } from './keep-awake.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A fake system that grants, refuses and revokes the lock. */
function createFakeSystem() {
  const page = Object.assign(new EventTarget(), {
    visibilityState: 'visible' as const as DocumentVisibilityState,
  });
  let held: (EventTarget & { release(): Promise<void> })[] = [];
  const system = {
    page,
    isBatteryLow: false,
    requests: 0,
    heldLocks: () => held.length,
    revoke() {
      for (const sentinel of held.splice(0)) sentinel.dispatchEvent(new Event('release'));
    },
    setVisibility(state: DocumentVisibilityState) {
      page.visibilityState = state;
      if (state === 'hidden') system.revoke();
      page.dispatchEvent(new Event('visibilitychange'));
    },
    wakeLock: {
      async request() {
        system.requests += 1;
        if (system.isBatteryLow) throw new Error('the battery is low');
        const sentinel = Object.assign(new EventTarget(), {
          async release() {
            held = held.filter((lock) => lock !== sentinel);
          },
        });
        held.push(sentinel);
        return sentinel;
      },
    },
  };
  return system;
}
const settle = () => vi.advanceTimersByTimeAsync(0);

test('the screen stays on until the lock is released', async () => {
  const system = createFakeSystem();
  const release = keepAwake(system);
  await settle();
  expect(system.heldLocks()).toBe(1);
  release();
  await settle();
  expect(system.heldLocks()).toBe(0);
});

test('a lock revoked by the system is requested again, also after the phone was locked', async () => {
  const system = createFakeSystem();
  keepAwake(system);
  await settle();
  system.revoke();
  await settle();
  expect(system.heldLocks()).toBe(1);
  system.setVisibility('hidden');
  await settle();
  expect(system.heldLocks()).toBe(0);
  system.setVisibility('visible');
  await settle();
  expect(system.heldLocks()).toBe(1);
});

test('a refused lock is not requested again in a loop', async () => {
  const system = createFakeSystem();
  system.isBatteryLow = true;
  keepAwake(system);
  await vi.advanceTimersByTimeAsync(29_000);
  expect(system.requests).toBe(1);
  system.isBatteryLow = false;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(system.heldLocks()).toBe(1);
});

test('without wake locks in the browser, nothing happens', () => {
  expect(() => keepAwake({ wakeLock: undefined, page: createFakeSystem().page })()).not.toThrow();
});
