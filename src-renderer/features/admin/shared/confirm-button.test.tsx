import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { render } from '#tests/support/browsers/render.tsx';
import { adminTokenAtom } from '../admin-session.ts';
import { ConfirmButton } from './confirm-button.tsx';

const TOKEN = {
  access_token: 'a.e30.c',
  token_type: 'bearer',
  expires_in: 600,
  expires_at: Date.now() / 1000 + 600,
} as const;

test('[D2] a confirmed action does not submit the form around its button', async () => {
  const handleSubmit = vi.fn();
  const handleConfirm = vi.fn();
  const { store, user } = render(
    <form onSubmit={handleSubmit}>
      <ConfirmButton label="End now" title="End this plan?" onConfirm={handleConfirm}>
        <p>It ends.</p>
      </ConfirmButton>
    </form>,
  );
  store.set(adminTokenAtom, TOKEN);
  await user.click(screen.getByRole('button', { name: 'End now' }));
  const question = await screen.findByRole('dialog', { name: 'End this plan?' });
  expect(question.textContent).toContain('It ends.');
  const [confirm] = screen.getAllByRole('button', { name: 'End now' }).slice(-1);
  await user.click(confirm ?? question);
  expect(handleConfirm).toHaveBeenCalledTimes(1);
  expect(handleSubmit).not.toHaveBeenCalled();
  expect(screen.queryByRole('dialog')).toBeNull();
});
