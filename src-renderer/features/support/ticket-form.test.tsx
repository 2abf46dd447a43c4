import { screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { openPageOf, signInHere } from '#tests/support/browsers/page-of.ts';
import { render } from '#tests/support/browsers/render.tsx';
import type { TestServer } from '#tests/support/servers/create-test-server.ts';
import { TicketForm } from './ticket-form.tsx';

let server: TestServer;
beforeAll(async () => {
  server = await openPageOf();
});

beforeEach(() => sessionStorage.clear());

async function write(user: ReturnType<typeof render>['user']) {
  await user.type(screen.getByLabelText('Subject'), 'No sound');
  await user.type(screen.getByLabelText('Message'), 'The psalm is silent.');
  await user.click(screen.getByRole('button', { name: 'Submit Support Ticket' }));
}
const message = () => screen.getByLabelText<HTMLTextAreaElement>('Message').value;

test('[C3] without an account it says why it cannot be sent, and keeps what she wrote', async () => {
  const { user, place } = render(<TicketForm />, { at: '/support' });
  await write(user);
  expect(await screen.findByText(/No user found\. Sign in first/)).toBeTruthy();
  expect(message()).toBe('The psalm is silent.');
  expect(place()).toBe('/support');
});

test('[C3] signed in it is written down as hers, and she is led to where its answer will be', async () => {
  const person = await signInHere();
  const { user, place } = render(<TicketForm />, { at: '/support' });
  expect(screen.queryByText(/A ticket needs an account/)).toBeNull();
  await write(user);
  await waitFor(() => expect(place()).toBe('/profile'));
  const { kysely } = server.db;
  expect(
    await kysely.selectFrom('support_tickets').select(['user_id', 'subject', 'status']).execute(),
  ).toEqual([{ user_id: person.id, subject: 'No sound', status: 'open' }]);
});

test('[C3] a refusal by the server is shown, and the text stays', async () => {
  const { user, place } = render(<TicketForm />, { at: '/support' });
  await server.db.kysely.schema.alterTable('support_tickets').renameTo('lost').execute();
  await write(user);
  expect(await screen.findByText(/It was not sent\. What you wrote is still here/)).toBeTruthy();
  expect(message()).toBe('The psalm is silent.');
  expect(place()).toBe('/support');
});

test('what she wrote is still there when she has been on another page', async () => {
  const first = render(<TicketForm />, { at: '/support' });
  await first.user.type(screen.getByLabelText('Message'), 'The psalm is silent.');
  first.unmount();
  render(<TicketForm />, { at: '/support' });
  expect(message()).toBe('The psalm is silent.');
});
