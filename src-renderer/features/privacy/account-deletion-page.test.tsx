import { screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { openPageOf } from '#tests/support/browsers/page-of.ts';
import { render } from '#tests/support/browsers/render.tsx';
import type { TestServer } from '#tests/support/servers/create-test-server.ts';
import { AccountDeletionPage } from './account-deletion-page.tsx';

let server: TestServer;
let shown: ReturnType<typeof render>;
beforeAll(async () => {
  server = await openPageOf();
});
beforeEach(() => {
  shown = render(<AccountDeletionPage />, { at: '/account-deletion' });
});

const email = () => screen.getByLabelText<HTMLInputElement>('Email');
const send = () =>
  shown.user.click(screen.getByRole('button', { name: 'Request Account Deletion' }));
const requests = () =>
  server.db.kysely.selectFrom('deletion_requests').select(['email', 'reason', 'status']).execute();

async function fillIn(address: string) {
  await shown.user.type(email(), address);
  await shown.user.selectOptions(screen.getByLabelText('Reason'), 'other');
  await shown.user.click(screen.getByLabelText(/^I understand that my account/));
}

test('[X1] nothing is sent before all of it is filled in and confirmed', async () => {
  await shown.user.type(email(), 'ruth@example.org');
  await send();
  expect(await requests()).toEqual([]);
  expect(shown.place()).toBe('/account-deletion');
});

test('[X1] what the server refuses is said in its words, and the form is kept', async () => {
  await fillIn('ruth at home');
  await send();
  expect(
    await screen.findByText(/Nothing you filled in is lost\./, {}, { timeout: 5_000 }),
  ).toBeTruthy();
  expect(email().value).toBe('ruth at home');
  expect(await requests()).toEqual([]);
});

test('[X2] a complete request shows for two seconds that it is being sent, and is stored', async () => {
  await fillIn('ruth@example.org');
  await send();
  expect(screen.getByRole('button', { name: 'Submitting...' })).toBeTruthy();
  await waitFor(() => expect(shown.place()).toBe('/account-deletion-confirmation'), {
    timeout: 5_000,
  });
  expect(await requests()).toEqual([
    { email: 'ruth@example.org', reason: 'other', status: 'received' },
  ]);
});
