import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { render } from '#tests/support/browsers/render.tsx';
import { TextAreaField, TextField } from './field.tsx';
import { SearchField } from './search-field.tsx';
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

test('a search field is named by its placeholder', () => {
  render(<SearchField placeholder="Search meditations" />);
  expect(screen.getByRole('searchbox', { name: 'Search meditations' })).toBeTruthy();
});

test('a select offers its options in order and reports the chosen one', async () => {
  const handleChoice = vi.fn();
  const options = [
    { value: '', label: 'Not set' },
    { value: 'PREGNANCY', label: 'Pregnancy' },
  ];
  render(<SelectField label="Stage" value="" options={options} onChoose={handleChoice} />);
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Not set',
    'Pregnancy',
  ]);
  await userEvent.selectOptions(screen.getByLabelText('Stage'), 'Pregnancy');
  expect(handleChoice).toHaveBeenCalledExactlyOnceWith('PREGNANCY');
});
