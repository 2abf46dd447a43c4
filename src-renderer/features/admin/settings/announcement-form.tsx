import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { Banner } from '#renderer/components/banner.tsx';
import { Button } from '#renderer/components/button.tsx';
import { CheckedForm } from '#renderer/components/checked-form.tsx';
import { TextField } from '#renderer/components/field.tsx';
import { SkeletonRows } from '#renderer/components/skeleton.tsx';
import { toast } from '#renderer/components/toast.ts';
import { useAdminBackend } from '../admin-session.ts';
import { useAdminChanges } from '../shared/use-admin-changes.ts';
import { useKeptForm } from '../shared/use-kept-form.ts';
import {
  type AnnouncementDraft,
  announcementDraftOf,
  announcementOf,
  describeAnnouncement,
  findBadTime,
} from './announcement-draft.ts';

const QUERY_KEY = ['admin', 'settings', 'announcement'];
const KEY = 'announcement';

/** One sentence to everybody, above the home screen. */
export function AnnouncementSettings() {
  const { tables } = useAdminBackend();
  useAdminChanges(['settings'], ['settings']);
  const query = useQuery({
    queryKey: QUERY_KEY,
    queryFn: async (): Promise<AnnouncementDraft> => {
      const { data } = await tables
        .from('settings')
        .select('value')
        .eq('key', KEY)
        .maybeSingle()
        .throwOnError();
      return announcementDraftOf(data?.value);
    },
  });
  if (query.isPending) return <SkeletonRows rows={2} label="Loading..." />;
  if (query.isLoadingError) return <Banner tone="bad">{query.error.message}</Banner>;
  return <AnnouncementForm saved={query.data} />;
}

/** `undefined` takes it down. */
function useSaveAnnouncement(onSaved: () => void) {
  const { tables } = useAdminBackend();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (wanted: AnnouncementDraft | undefined) => {
      const settings = tables.from('settings');
      if (!wanted) {
        await settings.delete().eq('key', KEY).throwOnError();
        return;
      }
      const wrong = findBadTime(wanted);
      if (wrong) throw new Error(wrong);
      await settings.upsert({ key: KEY, value: announcementOf(wanted) }).throwOnError();
    },
    onSuccess: async (_answer, wanted) => {
      toast.success(`Announcement ${wanted ? verbOf(wanted) : 'taken down'}`);
      await queryClient.invalidateQueries({ queryKey: QUERY_KEY });
      onSaved();
    },
  });
}

function AnnouncementForm({ saved }: { saved: AnnouncementDraft }) {
  const form = useKeptForm('announcement', { ...saved });
  const save = useSaveAnnouncement(form.forget);
  const draft: AnnouncementDraft = { ...saved, ...form.draft };
  const state = describeAnnouncement(saved);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ ...draft, text: draft.text.trim() });
  };
  return (
    <CheckedForm className="a-settings stack" onSubmit={handleSubmit}>
      {state ? <p role="status">{state}</p> : null}
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
