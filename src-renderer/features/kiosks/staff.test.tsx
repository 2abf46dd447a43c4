import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useHold } from './staff.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the staff corner opens after three seconds, also if the screen renders meanwhile', () => {
  const onHeld = vi.fn();
  const { result, rerender } = renderHook(() => useHold(() => onHeld()));
  act(() => result.current.onPointerDown());
  act(() => void vi.advanceTimersByTime(2_000));
  rerender();
  expect(onHeld).not.toHaveBeenCalled();
  act(() => void vi.advanceTimersByTime(1_000));
  expect(onHeld).toHaveBeenCalledOnce();
});
