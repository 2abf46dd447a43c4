import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { render } from '#tests/support/browsers/render.tsx';
import { adminTokenAtom } from '../admin-session.ts';
import { UndoBar } from './undo-bar.tsx';
import type { Undoable } from './use-change-tracks.ts';

const TOKEN = {
  access_token: 'a.e30.c',
  token_type: 'bearer',
  expires_in: 600,
  expires_at: Date.now() / 1000 + 600,
} as const;

test('[D2] a pending undo does not disable the undo of the next action', async () => {
  const undone: string[] = [];
  const buildAction = (text: string): Undoable => ({
    label: 'Last change',
    text,
    undo: () => {
      undone.push(text);
      return new Promise(() => {});
    },
  });
  const [first, second] = [buildAction('First'), buildAction('Second')];
  function Bar() {
    const [action, setAction] = useState(first);
    return (
      <>
        <button type="button" onClick={() => setAction(second)}>
          Change again
        </button>
        <UndoBar action={action} onClose={() => {}} />
      </>
    );
  }
  const { store, user } = render(<Bar />);
  store.set(adminTokenAtom, TOKEN);
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await screen.findByRole('button', { name: 'Undoing...' });
  await user.click(screen.getByRole('button', { name: 'Change again' }));
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByRole('button', { name: 'Undoing...' });
  expect(undone).toEqual(['First', 'Second']);
});
