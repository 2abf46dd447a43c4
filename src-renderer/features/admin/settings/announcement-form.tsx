import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { Banner } from '#renderer/components/banner.tsx';
import { Button } from '#renderer/components/button.tsx';
import { CheckedForm } from '#renderer/components/checked-form.tsx';
import { TextField } from '#renderer/components/field.tsx';
import { SkeletonRows } from '#renderer/components/skeleton.tsx';
import { toast } from '#renderer/components/toast.ts';
import { useAdminBackend } from '../admin-session.ts';
import { FieldClashes } from '../shared/field-clashes.tsx';
import { useAdminChanges } from '../shared/use-admin-changes.ts';
import { findClashes, type KeptForm, useKeptForm } from '../shared/use-kept-form.ts';
import {
  type AnnouncementDraft,
  announcementDraftOf,
  announcementOf,
  describeAnnouncement,
  findBadTime,
} from './announcement-draft.ts';

const QUERY_KEY = ['admin', 'settings', 'announcement'];
const KEY = 'announcement';
const LABELS: Readonly<Record<string, string>> = {
  text: 'Announcement',
  from: 'From',
  until: 'To',
};

/** One sentence to everybody, above the home screen. */
export function AnnouncementSettings() {
  const read = useReadAnnouncement();
  useAdminChanges(['settings'], ['settings']);
  const query = useQuery({ queryKey: QUERY_KEY, queryFn: read });
  if (query.isPending) return <SkeletonRows rows={2} label="Loading..." />;
  if (query.isLoadingError) return <Banner tone="bad">{query.error.message}</Banner>;
  return <AnnouncementForm saved={query.data} />;
}

function useReadAnnouncement(): () => Promise<AnnouncementDraft> {
  const { tables } = useAdminBackend();
  return async () => {
    const { data } = await tables
      .from('settings')
      .select('value')
      .eq('key', KEY)
      .maybeSingle()
      .throwOnError();
    return announcementDraftOf(data?.value);
  };
}

/** What she changed, over what stands there now; `undefined` takes it down. */
function useSaveAnnouncement(onSaved: () => void) {
  const { tables } = useAdminBackend();
  const read = useReadAnnouncement();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (form: Pick<KeptForm, 'changes' | 'bases'> | undefined) => {
      const settings = tables.from('settings');
      if (!form) {
        await settings.delete().eq('key', KEY).throwOnError();
        return 'taken down';
      }
      const saved = await read();
      if (findClashes(form, { ...saved }).length > 0) {
        // Then both are shown, and she chooses.
        queryClient.setQueryData(QUERY_KEY, saved);
        return undefined;
      }
      const draft = { ...saved, ...form.changes };
      const wanted = { ...draft, text: draft.text.trim() };
      const wrong = findBadTime(wanted);
      if (wrong) throw new Error(wrong);
      await settings.upsert({ key: KEY, value: announcementOf(wanted) }).throwOnError();
      return verbOf(wanted);
    },
    onSuccess: async (done) => {
      if (!done) return;
      toast.success(`Announcement ${done}`);
      await queryClient.invalidateQueries({ queryKey: QUERY_KEY });
      onSaved();
    },
  });
}

function AnnouncementForm({ saved }: { saved: AnnouncementDraft }) {
  const fields: Readonly<Record<string, string>> = { ...saved };
  const form = useKeptForm('announcement', fields);
  const save = useSaveAnnouncement(form.forget);
  const draft: AnnouncementDraft = { ...saved, ...form.draft };
  const state = describeAnnouncement(saved);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (form.clashes.length === 0) save.mutate(form);
  };
  return (
    <CheckedForm className="a-settings stack" onSubmit={handleSubmit}>
      {state ? <p>{state}</p> : null}
      <TextField
        label="Announcement"
        hint="One sentence above everybody’s home screen, from when the page is next loaded. Never in labour mode."
        required
        maxLength={200}
        value={draft.text}
        onChange={(event) => form.change('text', event.target.value)}
      />
      <div className="a-times">
        <TextField
          label="From"
          type="datetime-local"
          hint="Empty: at once. By your own clock."
          value={draft.from}
          onChange={(event) => form.change('from', event.target.value)}
        />
        <TextField
          label="To"
          type="datetime-local"
          hint="Empty: until you take it down."
          value={draft.until}
          onChange={(event) => form.change('until', event.target.value)}
        />
      </div>
      <FieldClashes
        clashes={form.clashes.map((name) => ({
          name,
          label: LABELS[name] ?? name,
          hers: form.draft[name] ?? '',
          theirs: fields[name] ?? '',
        }))}
        onChoose={form.choose}
      />
      {save.isError ? <Banner tone="bad">{save.error.message}</Banner> : null}
      <div className="row a-save">
        <Button type="submit" busy={save.isPending && 'Saving...'}>
          {isToCome(draft.from) ? 'Plan' : 'Show'}
        </Button>
        {saved.text === '' ? null : (
          <Button look="line" disabled={save.isPending} onClick={() => save.mutate(undefined)}>
            Take it down
          </Button>
        )}
      </div>
    </CheckedForm>
  );
}

const verbOf = ({ from }: AnnouncementDraft) => (isToCome(from) ? 'planned' : 'shown');
const isToCome = (field: string) => field !== '' && Date.parse(field) > Date.now();
