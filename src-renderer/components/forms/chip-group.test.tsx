import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { render } from '#tests/support/browsers/render.tsx';
import { ChipGroup } from './chip-group.tsx';

function Filter() {
  const [value, setValue] = useState('ALL');
  const chips = ['ALL', 'BIRTHING'].map((one) => ({ value: one, label: one }));
  return <ChipGroup label="Category" chips={chips} value={value} onChange={setValue} />;
}

test('one chip at a time is pressed, and has aria-pressed', async () => {
  const { user } = render(<Filter />);
  const pressed = () => screen.getByRole('button', { pressed: true }).textContent;
  expect(screen.getByRole('group', { name: 'Category' })).toBeTruthy();
  expect(pressed()).toBe('ALL');
  await user.click(screen.getByRole('button', { name: 'BIRTHING' }));
  expect(pressed()).toBe('BIRTHING');
});
