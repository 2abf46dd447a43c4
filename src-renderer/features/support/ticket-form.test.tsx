import { screen, waitFor } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { Link } from '#renderer/components/link.tsx';
import { openPageOf, signInHere } from '#tests/support/browsers/page-of.ts';
import { render } from '#tests/support/browsers/render.tsx';
import type { TestServer } from '#tests/support/servers/create-test-server.ts';
import { TicketForm } from './ticket-form.tsx';

let server: TestServer;
beforeAll(async () => {
  server = await openPageOf();
});

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

test('asks before the page is left with words that are not sent', async () => {
  await import('#renderer/components/forms/leave-question.tsx');
  const { user, place } = render(
    <>
      <TicketForm />
      <Link to="/home">Home</Link>
    </>,
    { at: '/support' },
  );
  await user.type(screen.getByLabelText('Message'), 'The psalm is silent.');
  await user.click(screen.getByRole('link', { name: 'Home' }));
  await user.click(await screen.findByRole('button', { name: 'Stay' }));
  expect(place()).toBe('/support');
  expect(message()).toBe('The psalm is silent.');
  await user.click(screen.getByRole('link', { name: 'Home' }));
  await user.click(await screen.findByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(place()).toBe('/home'));
});
