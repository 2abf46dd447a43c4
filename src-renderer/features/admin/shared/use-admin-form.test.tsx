import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { TextField } from '#renderer/components/forms/field.tsx';
import { render } from '#tests/support/browsers/render.tsx';
import { AdminForm } from './admin-form.tsx';
import { useAdminForm } from './use-admin-form.ts';
import { draftKeyOf, readDraft, writeDraft } from './use-saved-draft.ts';

const schema = z.object({ title: z.string().max(20), address: z.string(), seconds: z.string() });
type Draft = z.infer<typeof schema>;
const FIRST: Draft = { title: 'Psalm', address: 'a.mp3', seconds: '60' };

/** Changes values in code. The upload of a recording does this with two fields. */
let change: (values: Partial<Draft>) => void;
/** Another admin saves the row. */
let changeElsewhere: (saved: Draft) => void;

function Form() {
  const [saved, setSaved] = useState(FIRST);
  changeElsewhere = setSaved;
  const form = useAdminForm({
    schema,
    parts: [['address', 'seconds']],
    saved,
    version: saved.address,
    save: async () => undefined,
  });
  change = form.change;
  return (
    <AdminForm form={form}>
      <TextField label="Title" {...form.field('title')} />
      <TextField label="Seconds" {...form.field('seconds')} />
    </AdminForm>
  );
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('finds the drafts of one admin only', () => {
  const draft = { values: { title: 'Psalm 23' }, origin: { title: 'Psalm' } };
  writeDraft(draftKeyOf('track:7', 'anna'), draft);
  expect(readDraft(draftKeyOf('track:7', 'anna'))).toMatchObject(draft);
  expect(readDraft(draftKeyOf('track:7', 'leah'))).toBeUndefined();
  expect(readDraft(draftKeyOf('track:7', undefined))).toBeUndefined();
});

test('[D2] keeps the fields of a recording together in a conflict', () => {
  render(<Form />);
  act(() => change({ address: 'new.mp3', seconds: '600' }));
  act(() => changeElsewhere({ ...FIRST, address: 'other.mp3' }));
  expect(field('Seconds').value).toBe('600');
  press('Take theirs');
  expect(field('Seconds').value).toBe('60');
});

test('shows an error at its field', async () => {
  render(<Form />);
  fireEvent.input(field('Title'), { target: { value: 'x'.repeat(21) } });
  press('Save Changes');
  await screen.findByText('Please write at most 20 characters.');
});
