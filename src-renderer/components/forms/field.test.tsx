import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { render } from '#tests/support/browsers/render.tsx';
import { TextAreaField, TextField } from './field.tsx';
import { SelectField } from './select-field.tsx';

const descriptionOf = (control: HTMLElement) =>
  (control.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent);

test('a field without hint and error has no description', () => {
  render(<TextAreaField label="Message" />);
  const field = screen.getByLabelText('Message');
  expect(field.hasAttribute('aria-invalid')).toBe(false);
  expect(field.hasAttribute('aria-describedby')).toBe(false);
});

test('two fields with the same label have different ids', () => {
  render(
    <>
      <TextField label="Name" hint="The user’s" />
      <TextField label="Name" hint="The centre’s" />
      <SelectField label="Plan" id="plan" hint="From today" options={[]} />
    </>,
  );
  expect(screen.getAllByLabelText('Name').map(descriptionOf)).toEqual([
    ['The user’s'],
    ['The centre’s'],
  ]);
  expect(descriptionOf(screen.getByLabelText('Plan'))).toEqual(['From today']);
});
