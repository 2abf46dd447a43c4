import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { render } from '#tests/support/browsers/render.tsx';
import { Invitation } from './invitation.tsx';

test('[Q3] a password that a password manager filled in without an event is accepted', async () => {
  const requests = vi.fn(async (_address: string, { body }: RequestInit) =>
    Response.json(
      String(body).includes('password')
        ? {}
        : { name: 'Leah', email: 'leah@example.org', role: 'editor' },
    ),
  );
  vi.stubGlobal('fetch', requests);
  const { user } = render(<Invitation onOpen={vi.fn()} />, { at: '/admin/invitation#secret' });
  const field = await screen.findByLabelText<HTMLInputElement>('Choose a password');
  field.value = 'long enough to keep';
  await user.click(screen.getByRole('button', { name: 'Accept the invitation' }));
  expect(await screen.findByText(/^Your password is saved/)).toBeTruthy();
  expect(requests.mock.lastCall?.[1].body).toBe(
    JSON.stringify({ token: 'secret', password: 'long enough to keep' }),
  );
});
