import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createHoverIntent } from './hover-intent.ts';

const DELAYS = { openMs: 200, skipMs: 300, closeMs: 150 };
let isOpen = false;
let intent: ReturnType<typeof createHoverIntent>;

beforeEach(() => {
  vi.useFakeTimers();
  isOpen = false;
  intent = createHoverIntent(DELAYS, (next) => {
    isOpen = next;
  });
});

afterEach(() => {
  vi.useRealTimers();
});

test('[H2] a resting pointer opens after 200 ms, a passing one never', () => {
  intent.enter();
  vi.advanceTimersByTime(199);
  expect(isOpen).toBe(false);
  vi.advanceTimersByTime(1);
  expect(isOpen).toBe(true);

  intent.close();
  vi.advanceTimersByTime(1_000);
  intent.enter();
  vi.advanceTimersByTime(150);
  intent.leave();
  vi.advanceTimersByTime(1_000);
  expect(isOpen).toBe(false);
});

test('[H2] a pointer that left closes after 150 ms, unless it comes back before', () => {
  intent.enter();
  vi.advanceTimersByTime(200);
  intent.leave();
  vi.advanceTimersByTime(149);
  expect(isOpen).toBe(true);
  intent.enter();
  vi.advanceTimersByTime(1_000);
  expect(isOpen).toBe(true);
  intent.leave();
  vi.advanceTimersByTime(150);
  expect(isOpen).toBe(false);
});

test('[H2] within 300 ms of closing it opens again without waiting', () => {
  intent.enter();
  vi.advanceTimersByTime(200);
  intent.leave();
  vi.advanceTimersByTime(150 + 299);
  intent.enter();
  expect(isOpen).toBe(true);
});

test('a click keeps open what a hover has opened, and the next one closes it', () => {
  intent.enter();
  vi.advanceTimersByTime(200);
  intent.press();
  expect(isOpen).toBe(true);
  intent.press();
  expect(isOpen).toBe(false);
});

test('a click opens at once where there is no pointer', () => {
  intent.press();
  expect(isOpen).toBe(true);
  intent.press();
  expect(isOpen).toBe(false);
});
