import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { render } from '#tests/support/browsers/render.tsx';
import { TextField } from './field.tsx';
import { SelectField } from './select-field.tsx';

const descriptionOf = (control: HTMLElement) =>
  (control.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent);

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
