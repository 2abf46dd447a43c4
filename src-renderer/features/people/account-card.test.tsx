import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { openPageOf, signInHere } from '#tests/support/browsers/page-of.ts';
import { render } from '#tests/support/browsers/render.tsx';
import type { TestServer } from '#tests/support/servers/create-test-server.ts';
import { AccountCard } from './account-card.tsx';

let server: TestServer;
let shown: ReturnType<typeof render>;
beforeEach(async () => {
  server ??= await openPageOf();
  await signInHere();
  shown = render(<AccountCard />);
});

/** A dialog may have a button of the same name, after the one that opens it. */
async function press(name: string) {
  const [last] = screen.getAllByRole('button', { name }).slice(-1);
  await shown.user.click(last ?? document.body);
}

test('a new email is stored as requested, and an invalid one is refused at its field', async () => {
  await press('Change email');
  const field = screen.getByLabelText('New email');
  await shown.user.type(field, 'nobody');
  await press('Send the messages');
  expect(screen.getByText(/^Please write the whole address/)).toBeTruthy();
  expect(field.getAttribute('aria-invalid')).toBe('true');
  await shown.user.clear(field);
  await shown.user.type(field, 'new@example.com');
  await press('Send the messages');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const users = await server.db.kysely.selectFrom('users').select('email_change').execute();
  expect(users.map(({ email_change }) => email_change)).toContain('new@example.com');
});

test('a password that is too short is refused at its field, and a valid one closes the dialog', async () => {
  await press('Change password');
  const field = screen.getByLabelText('New password');
  await shown.user.type(field, 'short');
  await press('Change password');
  expect(screen.getByText(/^Please write at least \d+ characters\.$/)).toBeTruthy();
  await shown.user.clear(field);
  await shown.user.type(field, 'green pastures by the water');
  await press('Change password');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
