import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Banner } from '#renderer/components/banner.tsx';
import { ErrorSummary, TextAreaField, TextField } from '#renderer/components/field.tsx';
import { SkeletonRows } from '#renderer/components/skeleton.tsx';
import { toast } from '#renderer/components/toast.ts';
import { focusFirstError } from '#renderer/lib/focus-first-error.ts';
import { useAdminBackend } from '../admin-session.ts';
import { FieldClashes } from '../shared/field-clashes.tsx';
import { SaveOrDiscard } from '../shared/save-or-discard.tsx';
import { useAdminChanges } from '../shared/use-admin-changes.ts';
import { findClashes, type KeptForm, useKeptForm } from '../shared/use-kept-form.ts';
import {
  BRAND_FIELDS,
  BRAND_LABELS,
  type BrandDraft,
  draftOf,
  findBrandErrors,
  overrideOf,
} from './brand-draft.ts';
import { LandingWords } from './landing-words.tsx';

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
    mutationFn: async ({ changes, bases }: Pick<KeptForm, 'changes' | 'bases'>) => {
      const override = await readOverride();
      const saved = draftOf(override);
      if (findClashes({ changes, bases }, saved).length > 0) {
        // Then both are shown, and she chooses.
        queryClient.setQueryData(QUERY_KEY, override);
        return undefined;
      }
      const value = overrideOf({ ...saved, ...changes });
      await tables.from('settings').upsert({ key: 'brand', value }).throwOnError();
      return value;
    },
    onSuccess: (value, { changes }) => {
      if (value === undefined) return undefined;
      // First what is saved, then what is not: no field shows its old text for a moment.
      queryClient.setQueryData(QUERY_KEY, value);
      onSaved(changes);
      toast.success('Settings saved');
      return queryClient.invalidateQueries({ queryKey: QUERY_KEY });
    },
  });
}

function BrandForm({ override }: { override: unknown }) {
  const saved = draftOf(override);
  const form = useKeptForm('brand', saved);
  const save = useSaveBrand(form.settle);
  const [errors, setErrors] = useState<ReturnType<typeof findBrandErrors>>({});
  const hasChanges = Object.keys(form.changes).length > 0;
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = findBrandErrors(form.draft);
    setErrors(found);
    if (Object.keys(found).length > 0) focusFirstError(event.currentTarget);
    else if (form.clashes.length === 0) save.mutate(form);
  };
  return (
    <form className="a-settings" onSubmit={handleSubmit}>
      <ErrorSummary errors={errors} />
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
                error={errors[path]}
                value={form.draft[path] ?? ''}
                onChange={(event: { target: { value: string } }) =>
                  form.change(path, event.target.value)
                }
              />
            );
          })}
        </fieldset>
      ))}
      <LandingWords draft={form.draft} errors={errors} onChange={form.change} />
      <FieldClashes
        clashes={form.clashes.map((path) => ({
          name: path,
          label: BRAND_LABELS[path] ?? path,
          hers: form.draft[path] ?? '',
          theirs: saved[path] ?? '',
        }))}
        onChoose={form.choose}
      />
      {save.isError ? <Banner tone="bad">{save.error.message}</Banner> : null}
      <SaveOrDiscard
        stays
        isSaving={save.isPending}
        hasChanges={hasChanges}
        onDiscard={() => {
          setErrors({});
          form.forget();
        }}
      />
    </form>
  );
}
