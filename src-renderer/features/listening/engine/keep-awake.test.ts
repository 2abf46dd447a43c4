import { beforeEach, expect, test, vi } from 'vitest';
import { keepAwake } from './keep-awake.ts';

let page: EventTarget;
let locks: (EventTarget & { release: () => void })[];
let isRefused: boolean;

beforeEach(() => {
  page = new EventTarget();
  locks = [];
  isRefused = false;
  vi.stubGlobal('document', page);
  const request = vi.fn(async () => {
    if (isRefused) throw new Error('refused');
    const lock = Object.assign(new EventTarget(), { release: vi.fn() });
    locks.push(lock);
    return lock;
  });
  vi.stubGlobal('navigator', { wakeLock: { request } });
});

const settle = () => new Promise((resolve) => setTimeout(resolve));

test('the screen stays on until the end, even after the system has ended the lock or hidden the page', async () => {
  const stop = keepAwake();
  await settle();
  locks[0]?.dispatchEvent(new Event('release'));
  await settle();
  expect(locks).toHaveLength(2);
  isRefused = true;
  locks[1]?.dispatchEvent(new Event('release'));
  await settle();
  expect(locks).toHaveLength(2);
  isRefused = false;
  page.dispatchEvent(new Event('visibilitychange'));
  await settle();
  expect(locks).toHaveLength(3);
  stop();
  expect(locks[2]?.release).toHaveBeenCalledOnce();
  locks[2]?.dispatchEvent(new Event('release'));
  page.dispatchEvent(new Event('visibilitychange'));
  await settle();
  expect(locks).toHaveLength(3);
});
