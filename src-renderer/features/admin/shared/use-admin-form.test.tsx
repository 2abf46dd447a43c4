import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { TextField } from '#renderer/components/forms/field.tsx';
import { render } from '#tests/support/browsers/render.tsx';
import { AdminForm } from './admin-form.tsx';
import { type SaveBase, useAdminForm } from './use-admin-form.ts';
import { draftKeyOf, readDraft, writeDraft } from './use-saved-draft.ts';

const schema = z.object({ title: z.string().max(20), address: z.string(), seconds: z.string() });
type Draft = z.infer<typeof schema>;
const FIRST: Draft = { title: 'Psalm', address: 'a.mp3', seconds: '60' };

const save = vi.fn<(values: Draft, base: SaveBase<Draft>) => Promise<undefined>>();
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
    save,
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
const type = (label: string, value: string) => fireEvent.input(field(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('a draft is found by the same admin only, until it is saved', () => {
  const draft = { values: { title: 'Psalm 23' }, origin: { title: 'Psalm' } };
  const key = draftKeyOf('track:7', 'anna');
  writeDraft(key, draft);
  expect(readDraft(key)).toMatchObject(draft);
  expect(readDraft(draftKeyOf('track:7', 'leah'))).toBeUndefined();
  expect(readDraft(draftKeyOf('track:7', undefined))).toBeUndefined();
  writeDraft(key, undefined);
  expect(readDraft(key)).toBeUndefined();
});

test('[D2] in a conflict the fields of a recording stay together', () => {
  render(<Form />);
  act(() => change({ address: 'new.mp3', seconds: '600' }));
  act(() => changeElsewhere({ ...FIRST, address: 'other.mp3' }));
  expect(field('Seconds').value).toBe('600');
  press('Take theirs');
  expect(field('Seconds').value).toBe('60');
});

test('an error is shown at its field', async () => {
  render(<Form />);
  type('Title', 'x'.repeat(21));
  press('Save Changes');
  await screen.findByText('Please write at most 20 characters.');
});

test('only the changed fields are sent, with the version that they are based on', async () => {
  render(<Form />);
  type('Title', 'Psalm 23');
  press('Save Changes');
  await waitFor(() => expect(save).toHaveBeenCalled());
  const base = { saved: FIRST, version: 'a.mp3', changed: ['title'] };
  expect(save).toHaveBeenCalledExactlyOnceWith(
    { ...FIRST, title: 'Psalm 23' },
    base,
    expect.anything(),
  );
});
