import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { useHold } from './use-hold.ts';

beforeEach(() => void vi.useFakeTimers());

test('a press that lasts long enough calls back once, even if the screen renders meanwhile', () => {
  const onHeld = vi.fn();
  const { result, rerender } = renderHook(() => useHold(3_000, () => onHeld()));
  const { onPointerDown, onPointerUp } = result.current.handlers;
  act(onPointerDown);
  act(() => void vi.advanceTimersByTime(2_000));
  act(onPointerUp);
  act(onPointerDown);
  act(() => void vi.advanceTimersByTime(2_000));
  rerender();
  expect(onHeld).not.toHaveBeenCalled();
  act(() => void vi.advanceTimersByTime(1_000));
  expect(onHeld).toHaveBeenCalledOnce();
});
