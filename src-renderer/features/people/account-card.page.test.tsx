import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPageOf, signInHere } from '#tests/support/browsers/page-of.ts';
import { render } from '#tests/support/browsers/render.tsx';
import { AccountCard } from './account-card.tsx';

test('a password that is too short is refused at its field, and a valid one closes the dialog', async () => {
  await openPageOf();
  await signInHere();
  const { user } = render(<AccountCard />);
  // The dialog has a button of the same name, after the one that opens it.
  const press = () =>
    user.click(screen.getAllByRole('button', { name: 'Change password' }).at(-1) ?? document.body);
  await press();
  const field = screen.getByLabelText('New password');
  await user.type(field, 'short');
  await press();
  expect(screen.getByText(/^Please write at least \d+ characters\.$/)).toBeTruthy();
  await user.clear(field);
  await user.type(field, 'green pastures by the water');
  await press();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
