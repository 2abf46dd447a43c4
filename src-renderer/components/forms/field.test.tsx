import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { render } from '#tests/support/browsers/render.tsx';
import { SearchField, SelectField, TextAreaField, TextField } from './field.tsx';

const wordsOf = (control: HTMLElement) =>
  (control.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent);

test('a field that is wrong says so to who cannot see it, before its hint', () => {
  render(<TextField label="Title" error="The track needs a title" hint="As it is shown" />);
  const field = screen.getByLabelText('Title');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(wordsOf(field)).toEqual(['The track needs a title', 'As it is shown']);
});

test('a field with nothing to say points at nothing', () => {
  render(<TextAreaField label="Message" />);
  const field = screen.getByLabelText('Message');
  expect(field.hasAttribute('aria-invalid')).toBe(false);
  expect(field.hasAttribute('aria-describedby')).toBe(false);
});

test('two fields with one label have their own ids', () => {
  render(
    <>
      <TextField label="Name" hint="Hers" />
      <TextField label="Name" hint="The centre’s" />
      <SelectField label="Plan" id="plan" hint="From today" />
    </>,
  );
  expect(screen.getAllByLabelText('Name').map(wordsOf)).toEqual([['Hers'], ['The centre’s']]);
  expect(wordsOf(screen.getByLabelText('Plan'))).toEqual(['From today']);
});

test('a search is named by the words that stand in it', () => {
  render(<SearchField placeholder="Search meditations" />);
  expect(screen.getByRole('searchbox', { name: 'Search meditations' })).toBeTruthy();
});
