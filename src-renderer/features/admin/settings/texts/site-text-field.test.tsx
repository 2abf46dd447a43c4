import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { render } from '#tests/support/browsers/render.tsx';
import { SiteTextField } from './site-text-field.tsx';

const BUILT_IN = '## Guided meditations\nTen to thirty minutes, each built on one passage.';

function Field() {
  const [value, setValue] = useState(BUILT_IN);
  return (
    <SiteTextField
      label="Feature cards"
      builtIn={BUILT_IN}
      isRemovable
      error={undefined}
      value={value}
      onChange={setValue}
    />
  );
}

test('[D2] a removed text is empty and can be restored, and the focus stays at its field', async () => {
  const { user } = render(<Field />);
  const field = screen.getByLabelText('Feature cards');
  await user.click(screen.getByRole('button', { name: 'Remove Feature cards' }));
  expect(field).toHaveProperty('value', '');
  expect(field).toHaveProperty('placeholder', '');
  expect(document.activeElement).toBe(field);
  expect(screen.getByText('Removed from the page.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Back to the built-in text' }));
  expect(field).toHaveProperty('value', BUILT_IN);
  expect(document.activeElement).toBe(field);
});
