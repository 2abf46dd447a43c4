import events from 'node:events';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest';

// A search ends as soon as it succeeds; the default of one second is too short on a busy machine.
configure({ asyncUtilTimeout: 4_000 });

// p-queue calls this with an EventTarget; happy-dom replaces that class, and Node rejects the replacement.
Object.assign(events, { setMaxListeners: () => undefined });

// React and jotai report component errors on the console; a test that logs one fails.
let consoleError: { mock: { calls: unknown[][] } };
beforeEach(() => {
  consoleError = vi.spyOn(console, 'error');
});
afterEach(() => {
  cleanup();
  expect(consoleError.mock.calls).toEqual([]);
});
// The next file has the same document.
afterAll(() => {
  localStorage.clear();
  sessionStorage.clear();
});
