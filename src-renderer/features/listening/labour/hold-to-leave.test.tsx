import { createEvent, fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { render } from '#tests/support/browsers/render.tsx';
import { HoldToLeave } from './hold-to-leave.tsx';

const leave = vi.fn();
beforeEach(() => {
  leave.mockReset();
  render(<HoldToLeave onLeave={leave} />);
});

/** An event that happened at `timeStamp` and is handled only now, as on a busy main thread. */
function hear(event: Event, timeStamp: number): void {
  Object.defineProperty(event, 'timeStamp', { value: timeStamp });
  fireEvent(event instanceof KeyboardEvent ? window : screen.getByRole('button'), event);
}
const down = () => createEvent.pointerDown(screen.getByRole('button'));
const up = () => createEvent.pointerUp(screen.getByRole('button'));

test('a busy page counts the actual duration of a held touch', () => {
  hear(down(), 100);
  hear(up(), 1_590);
  expect(leave).not.toHaveBeenCalled();
  hear(down(), 2_000);
  hear(up(), 3_510);
  expect(leave).toHaveBeenCalledOnce();
});

test('a busy page counts the actual duration of a held Escape key', () => {
  hear(createEvent.keyDown(window, { key: 'Escape' }), 100);
  hear(createEvent.keyUp(window, { key: 'Escape' }), 1_700);
  expect(leave).toHaveBeenCalledOnce();
});
