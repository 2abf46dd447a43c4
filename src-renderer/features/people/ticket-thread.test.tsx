import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildTicket } from '#db/seeds/builders/build-service-rows.ts';
import { openPageOf, signInHere } from '#tests/support/browsers/page-of.ts';
import { render } from '#tests/support/browsers/render.tsx';
import { insertRows, readRow } from '#tests/support/databases/create-test-db.ts';
import { TicketThread } from './ticket-thread.tsx';

test('a reply of blanks is refused with a message', async () => {
  const { db } = await openPageOf();
  const { id } = await signInHere();
  await insertRows(db, { support_tickets: [buildTicket(1, { user_id: id })] });
  const { user } = render(<TicketThread ticket={await readRow(db, 'support_tickets')} />);
  await user.type(screen.getByLabelText(/^Reply in ticket/), '   ');
  await user.click(screen.getByRole('button', { name: 'Send reply' }));
  expect(await screen.findByText('Please write a message.')).toBeTruthy();
});
