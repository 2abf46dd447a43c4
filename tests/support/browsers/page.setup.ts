import { afterEach, vi } from 'vitest';

// Sets the browser's language to British English, on every machine.
Object.defineProperty(navigator, 'languages', { configurable: true, value: ['en-GB'] });

// A test need not undo its fake timers, globals and spies.
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
