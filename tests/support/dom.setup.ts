import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';

// React and jotai say there what a component does wrong; a test that ends with a word of theirs is red.
const complained = vi.spyOn(console, 'error');
beforeEach(() => void complained.mockClear());

afterEach(() => {
  cleanup();
  expect(complained.mock.calls).toEqual([]);
});
