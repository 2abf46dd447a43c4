import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { render } from '#tests/support/browsers/render.tsx';
import { CheckedForm } from './checked-form.tsx';
import { TextAreaField, TextField } from './field.tsx';

const descriptionOf = (label: string) =>
  (screen.getByLabelText(label).getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ');

function renderForm(onSubmit: () => void) {
  render(
    <CheckedForm
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <TextField label="Uses" type="number" required min={1} max={20} defaultValue="30" />
      <TextField label="New password" type="password" minLength={10} defaultValue="short" />
      <TextField label="Address" type="email" defaultValue="hannah" />
      <TextAreaField label="Answer" required hint="It is sent by mail." />
      <button type="submit">Send</button>
    </CheckedForm>,
  );
}
const send = () => fireEvent.click(screen.getByText('Send'));
const type = (label: string, value: string) =>
  fireEvent.input(screen.getByLabelText(label), { target: { value } });

test('each invalid field shows its error before its hint, and nothing is sent', () => {
  const onSubmit = vi.fn();
  renderForm(onSubmit);
  send();
  expect(descriptionOf('Uses')).toBe('Please choose from 1 to 20.');
  expect(descriptionOf('New password')).toBe('Please write at least 10 characters.');
  expect(descriptionOf('Address')).toContain('the whole address');
  expect(descriptionOf('Answer')).toBe('Please fill this in. It is sent by mail.');
  expect(screen.getByText('Please check the fields below')).toBeTruthy();
  expect(onSubmit).not.toHaveBeenCalled();
});

test('a corrected field loses its error, and a form without errors is sent', () => {
  const onSubmit = vi.fn();
  renderForm(onSubmit);
  send();
  type('Uses', '3');
  expect(descriptionOf('Uses')).toBe('');
  type('New password', 'long enough by far');
  type('Address', 'hannah@example.org');
  type('Answer', 'Yes.');
  expect(screen.queryByText('Please check the fields below')).toBeNull();
  send();
  expect(onSubmit).toHaveBeenCalledOnce();
});

test('only an empty required field counts as missing', () => {
  const onMissing = vi.fn();
  render(
    <CheckedForm onMissing={onMissing}>
      <TextField label="Address" type="email" required defaultValue="hannah" />
      <button type="submit">Send</button>
    </CheckedForm>,
  );
  send();
  expect(descriptionOf('Address')).toContain('the whole address');
  expect(onMissing).not.toHaveBeenCalled();
  type('Address', '');
  send();
  expect(onMissing).toHaveBeenCalledOnce();
});
