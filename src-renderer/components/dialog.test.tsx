import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { render } from '#tests/support/browsers/render.tsx';
import { Dialog, DialogText, FIRST_FOCUS } from './dialog.tsx';

const question = (text: 'under its title' | 'within it' | 'nowhere') => (
  <Dialog
    open
    onOpenChange={() => {}}
    title="Delete Psalm 23?"
    {...(text === 'under its title' && { description: 'No one hears it any more.' })}
  >
    {text === 'within it' ? (
      <DialogText>
        <p>No one hears it any more.</p>
      </DialogText>
    ) : null}
    <button type="button">Delete</button>
    <button type="button" {...{ [FIRST_FOCUS]: '' }}>
      Keep it
    </button>
  </Dialog>
);

test('a confirmation focuses the safe answer first', async () => {
  render(question('under its title'));
  const safe = await screen.findByRole('button', { name: 'Keep it' });
  expect(document.activeElement).toBe(safe);
});

test.each(['under its title', 'within it'] as const)(
  'a dialog is described by its text, placed %s',
  async (text) => {
    render(question(text));
    const dialog = await screen.findByRole('dialog', { name: 'Delete Psalm 23?' });
    const described = document.getElementById(dialog.getAttribute('aria-describedby') ?? '');
    expect(described?.textContent).toBe('No one hears it any more.');
  },
);

test('a dialog without a text refers to no description', async () => {
  render(question('nowhere'));
  const dialog = await screen.findByRole('dialog', { name: 'Delete Psalm 23?' });
  expect(dialog.hasAttribute('aria-describedby')).toBe(false);
});
