import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { TextField } from '#renderer/components/forms/field.tsx';
import { AdminForm } from './admin-form.tsx';
import { type SaveBase, type Saved, useAdminForm } from './use-admin-form.ts';
import { draftKeyOf, readDraft, writeDraft } from './use-saved-draft.ts';

interface Draft {
  title: string;
  text: string;
  address: string;
  seconds: string;
}

const schema = z.object({
  title: z.string().trim().min(1, 'It needs a title').max(20),
  text: z.string(),
  address: z.string(),
  seconds: z.string(),
});
const FIRST: Draft = { title: 'Psalm', text: 'Calm', address: 'a.mp3', seconds: '60' };

const save =
  vi.fn<(values: Draft, base: SaveBase<Draft>) => Promise<Saved<Draft> | 'later' | undefined>>();
const handleSaved = vi.fn();
/** Changes values in code. The upload of a recording does this with two fields. */
let change: (values: Partial<Draft>) => void;

function Form({ saved, version = '2026-01-01' }: { saved: Draft; version?: string }) {
  const form = useAdminForm({
    draftName: 'test',
    schema,
    parts: [['address', 'seconds']],
    saved,
    version,
    save,
    onSaved: handleSaved,
  });
  change = form.change;
  return (
    <AdminForm form={form}>
      <TextField label="Title" {...form.field('title')} />
      <TextField label="Text" {...form.field('text')} />
      <TextField label="Seconds" {...form.field('seconds')} />
    </AdminForm>
  );
}

const queryClient = new QueryClient();
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
);

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.input(field(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  save.mockReset().mockResolvedValue(undefined);
  handleSaved.mockReset();
});
afterEach(cleanup);

test('sends changed values with the version they are based on', async () => {
  render(<Form saved={FIRST} />, { wrapper });
  type('Title', ' Psalm 23 ');
  press('Save Changes');
  await waitFor(() => expect(handleSaved).toHaveBeenCalled());
  const [values, base] = save.mock.calls[0] ?? [];
  expect(values?.title).toBe('Psalm 23');
  expect(base).toEqual({ saved: FIRST, version: '2026-01-01', changed: ['title'] });
});

test('shows an error at its field, and saves nothing', async () => {
  render(<Form saved={FIRST} />, { wrapper });
  type('Title', '  ');
  press('Save Changes');
  await screen.findByText('It needs a title');
  type('Title', 'x'.repeat(21));
  await screen.findByText('Please write at most 20 characters.');
  expect(save).not.toHaveBeenCalled();
});

test('keeps the drafts of the admins apart', () => {
  const draft = { values: { title: 'Psalm 23' }, origin: { title: 'Psalm' } };
  writeDraft(draftKeyOf('track:7', 'anna'), draft);
  expect(readDraft(draftKeyOf('track:7', 'anna'))).toMatchObject(draft);
  expect(readDraft(draftKeyOf('track:7', 'leah'))).toBeUndefined();
  expect(readDraft(draftKeyOf('track:7', undefined))).toBeUndefined();
});

test('[D2] keeps the fields of a recording together in a conflict', () => {
  const { rerender } = render(<Form saved={FIRST} />, { wrapper });
  act(() => change({ address: 'new.mp3', seconds: '600' }));
  rerender(<Form saved={{ ...FIRST, seconds: '61' }} version="2026-01-02" />);
  expect(field('Seconds').value).toBe('600');
  press('Take theirs');
  expect(field('Seconds').value).toBe('61');
});
