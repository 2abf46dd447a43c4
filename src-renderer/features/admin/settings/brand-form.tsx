import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Banner } from '#renderer/components/banner.tsx';
import { Button } from '#renderer/components/button.tsx';
import { TextAreaField, TextField } from '#renderer/components/field.tsx';
import { SkeletonRows } from '#renderer/components/skeleton.tsx';
import { toast } from '#renderer/components/toast.ts';
import { useAdminBackend } from '../admin-session.ts';
import { BRAND_FIELDS, draftOf, findBadNumber, overrideOf } from './brand-draft.ts';

const QUERY_KEY = ['admin', 'settings', 'brand'];

/** What every page and mail calls itself. */
export function BrandSettings() {
  const { tables } = useAdminBackend();
  const query = useQuery({
    queryKey: QUERY_KEY,
    queryFn: async (): Promise<unknown> => {
      const { data } = await tables
        .from('settings')
        .select('value')
        .eq('key', 'brand')
        .maybeSingle()
        .throwOnError();
      return data?.value ?? null;
    },
  });
  if (query.isPending) return <SkeletonRows rows={5} label="Loading..." />;
  if (query.isError) return <Banner tone="bad">{query.error.message}</Banner>;
  // What is kept elsewhere meanwhile is a new beginning, not an old draft over it.
  return <BrandForm key={JSON.stringify(query.data)} override={query.data} />;
}

function BrandForm({ override }: { override: unknown }) {
  const [draft, setDraft] = useState(() => draftOf(override));
  const { tables } = useAdminBackend();
  const queryClient = useQueryClient();
  const save = useMutation({
    mutationFn: async () => {
      const wrong = findBadNumber(draft);
      if (wrong) throw new Error(`${wrong}: please write a number.`);
      await tables
        .from('settings')
        .upsert({ key: 'brand', value: overrideOf(draft) })
        .throwOnError();
    },
    onSuccess: () => {
      toast.success('Settings saved');
      return queryClient.invalidateQueries({ queryKey: QUERY_KEY });
    },
  });
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form className="a-settings" onSubmit={handleSubmit}>
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
                value={draft[path] ?? ''}
                onChange={(event: { target: { value: string } }) =>
                  setDraft({ ...draft, [path]: event.target.value })
                }
              />
            );
          })}
        </fieldset>
      ))}
      {save.isError ? <Banner tone="bad">{save.error.message}</Banner> : null}
      <Button type="submit" busy={save.isPending && 'Saving...'}>
        Save Changes
      </Button>
    </form>
  );
}
