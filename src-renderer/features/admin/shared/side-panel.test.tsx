import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { render } from '#tests/support/browsers/render.tsx';
import { SidePanel } from './side-panel.tsx';

function open(step: { onPrevious?: () => void; onNext?: () => void } = {}) {
  const onClose = vi.fn();
  render(
    <SidePanel title="Edit track" onClose={onClose} {...step}>
      <input aria-label="Title" />
      <div role="alertdialog">
        <button type="button">Stay</button>
      </div>
    </SidePanel>,
  );
  return onClose;
}

test('the arrow keys open the previous and next list entry, except in a field or a confirmation', () => {
  const step = { onPrevious: vi.fn(), onNext: vi.fn() };
  open(step);
  const heading = screen.getByRole('heading', { name: 'Edit track' });
  expect(document.activeElement).toBe(heading);
  fireEvent.keyDown(heading, { key: 'ArrowDown' });
  expect(step.onNext).toHaveBeenCalledTimes(1);
  fireEvent.keyDown(heading, { key: 'ArrowUp' });
  expect(step.onPrevious).toHaveBeenCalledTimes(1);
  fireEvent.keyDown(screen.getByLabelText('Title'), { key: 'ArrowDown' });
  fireEvent.keyDown(screen.getByRole('button', { name: 'Stay' }), { key: 'ArrowDown' });
  expect(step.onNext).toHaveBeenCalledTimes(1);
});

test('the drawer expands to a page and closes with Escape', () => {
  const onClose = open();
  const drawer = screen.getByRole('region', { name: 'Edit track' });
  expect(drawer.classList.contains('as-page')).toBe(false);
  fireEvent.click(screen.getByRole('button', { name: 'Open as page' }));
  expect(drawer.classList.contains('as-page')).toBe(true);
  expect(screen.queryByRole('button', { name: 'Next' })).toBeNull();
  fireEvent.keyDown(drawer, { key: 'Escape' });
  expect(onClose).toHaveBeenCalledTimes(1);
});
