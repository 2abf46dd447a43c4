import events from 'node:events';
import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';

// p-queue calls this with an EventTarget; happy-dom replaces that class, and Node rejects the replacement.
vi.spyOn(events, 'setMaxListeners').mockReturnValue();

// React and jotai report component errors on the console; a test that logs one fails.
const consoleError = vi.spyOn(console, 'error');
beforeEach(() => void consoleError.mockClear());

afterEach(() => {
  cleanup();
  expect(consoleError.mock.calls).toEqual([]);
});
