import { act, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { render } from '#tests/support/browsers/render.tsx';
import { Testimonials } from './testimonials.tsx';

beforeEach(() => void vi.useFakeTimers());

const shown = () => screen.getByRole('button', { current: true }).getAttribute('aria-label');

test.each([
  [false, 'Testimonial 2 of 3'],
  [true, 'Testimonial 1 of 3'],
])('testimonials rotate, except in an inert preview (inert: %s)', (inert, expected) => {
  render(
    <div inert={inert}>
      <Testimonials />
    </div>,
  );
  act(() => void vi.advanceTimersByTime(8_000));
  expect(shown()).toBe(expected);
});
