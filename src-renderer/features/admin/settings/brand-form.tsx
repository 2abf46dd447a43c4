import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { Banner } from '#renderer/components/banner.tsx';
import { Button } from '#renderer/components/button.tsx';
import { TextAreaField, TextField } from '#renderer/components/field.tsx';
import { SkeletonRows } from '#renderer/components/skeleton.tsx';
import { toast } from '#renderer/components/toast.ts';
import { useAdminBackend } from '../admin-session.ts';
import { useAdminChanges } from '../shared/use-admin-changes.ts';
import { useKeptForm } from '../shared/use-kept-form.ts';
import {
  BRAND_FIELDS,
  type BrandDraft,
  draftOf,
  findBadNumber,
  overrideOf,
} from './brand-draft.ts';

const QUERY_KEY = ['admin', 'settings', 'brand'];

/** What every page and mail calls itself. */
export function BrandSettings() {
  const readOverride = useReadOverride();
  const query = useQuery({ queryKey: QUERY_KEY, queryFn: readOverride });
  useAdminChanges(['settings'], ['settings']);
  if (query.isPending) return <SkeletonRows rows={5} label="Loading..." />;
  if (query.isLoadingError) return <Banner tone="bad">{query.error.message}</Banner>;
  return <BrandForm override={query.data} />;
}

function useReadOverride(): () => Promise<unknown> {
  const { tables } = useAdminBackend();
  return async () => {
    const { data } = await tables
      .from('settings')
      .select('value')
      .eq('key', 'brand')
      .maybeSingle()
      .throwOnError();
    return data?.value ?? null;
  };
}

/** Sends what she changed over what stands there now, so that another window's work stays. */
function useSaveBrand(onSaved: (sent: BrandDraft) => void) {
  const { tables } = useAdminBackend();
  const readOverride = useReadOverride();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (changes: BrandDraft) => {
      const draft = { ...draftOf(await readOverride()), ...changes };
      const wrong = findBadNumber(draft);
      if (wrong) throw new Error(`${wrong}: please write a number.`);
      const value = overrideOf(draft);
      await tables.from('settings').upsert({ key: 'brand', value }).throwOnError();
      return value;
    },
    onSuccess: (value, changes) => {
      // First what is saved, then what is not: no field shows its old text for a moment.
      queryClient.setQueryData(QUERY_KEY, value);
      onSaved(changes);
      toast.success('Settings saved');
      return queryClient.invalidateQueries({ queryKey: QUERY_KEY });
    },
  });
}

function BrandForm({ override }: { override: unknown }) {
  const form = useKeptForm('brand', draftOf(override));
  const save = useSaveBrand(form.settle);
  const hasChanges = Object.keys(form.changes).length > 0;
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(form.changes);
  };
  return (
    <form className="a-settings" onSubmit={handleSubmit}>
      {form.isRecalled && hasChanges ? (
        <Banner tone="notice">What you wrote before is still here, and not saved yet.</Banner>
      ) : null}
      <p className="small quiet">
        Pages have it when they are next loaded. An emptied field has its built-in text again.
      </p>
      {BRAND_FIELDS.map(({ title, fields }) => (
        <fieldset key={title} className="stack">
          <legend className="h3">{title}</legend>
          {fields.map(([path, label]) => {
            const Field = path === 'address' ? TextAreaField : TextField;
            return (
              <Field
                key={path}
                label={label}
                value={form.draft[path] ?? ''}
                onChange={(event: { target: { value: string } }) =>
                  form.change(path, event.target.value)
                }
              />
            );
          })}
        </fieldset>
      ))}
      {save.isError ? <Banner tone="bad">{save.error.message}</Banner> : null}
      <div className="row a-save">
        <Button type="submit" busy={save.isPending && 'Saving...'}>
          Save Changes
        </Button>
        {hasChanges ? (
          <Button look="line" disabled={save.isPending} onClick={form.forget}>
            Discard
          </Button>
        ) : null}
      </div>
    </form>
  );
}
