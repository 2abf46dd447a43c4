import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '#renderer/components/button.tsx';
import { TextField } from '#renderer/components/forms/field.tsx';
import { Banner } from '#renderer/components/messages/banner.tsx';
import { toast } from '#renderer/components/messages/toast.ts';
import { useAdminBackend } from '../admin-session.ts';
import { AdminForm } from '../shared/admin-form.tsx';
import {
  type AnnouncementDraft,
  announcementDraftOf,
  announcementFormSchema,
  announcementOf,
  describeAnnouncement,
} from './announcement-draft.ts';
import { LoadedSetting, useSettingForm } from './setting-form.tsx';

const KEY = 'announcement';
const LABELS: Readonly<Record<string, string>> = {
  text: 'Announcement',
  from: 'From',
  until: 'To',
};

const ANNOUNCEMENT = {
  schema: announcementFormSchema,
  draftOf: announcementDraftOf,
  toValue: announcementOf,
  saidOf: ({ from }: AnnouncementDraft) => `Announcement ${isToCome(from) ? 'planned' : 'shown'}`,
};

/** Edits the announcement: one sentence above everyone's home screen. */
export function AnnouncementSettings() {
  return <LoadedSetting name={KEY}>{(value) => <AnnouncementForm value={value} />}</LoadedSetting>;
}

function AnnouncementForm({ value }: { value: unknown }) {
  const settings = useAdminBackend().tables.from('settings');
  const queryClient = useQueryClient();
  const form = useSettingForm(KEY, value, ANNOUNCEMENT);
  const saved = announcementDraftOf(value);
  const takeDown = useMutation({
    mutationFn: async () => {
      await settings.delete().eq('key', KEY).throwOnError();
    },
    onSuccess: () => {
      form.reset({ text: '', from: '', until: '' });
      toast.success('Announcement taken down');
      return queryClient.invalidateQueries({ queryKey: ['admin', 'settings'] });
    },
  });
  const state = describeAnnouncement(saved);
  return (
    <AdminForm
      form={form}
      className="admin-settings"
      action={[isToCome(form.draft.from) ? 'Plan' : 'Show', 'Saving...']}
      describe={{ name: (field) => LABELS[field] ?? field }}
      more={
        saved.text === '' ? null : (
          <Button
            look="line"
            disabled={form.isSaving || takeDown.isPending}
            onClick={() => takeDown.mutate()}
          >
            Take it down
          </Button>
        )
      }
    >
      {state ? <p>{state}</p> : null}
      <TextField
        label="Announcement"
        hint="One sentence above everybody’s home screen, from when the page is next loaded. Never in labour mode."
        required
        maxLength={200}
        {...form.field('text')}
      />
      <div className="admin-times">
        <TextField
          label="From"
          type="datetime-local"
          hint="Leave empty to show it now. Times are in your time zone."
          {...form.field('from')}
        />
        <TextField
          label="To"
          type="datetime-local"
          hint="Leave empty to show it until you take it down."
          {...form.field('until')}
        />
      </div>
      {takeDown.isError ? <Banner tone="bad">{takeDown.error.message}</Banner> : null}
    </AdminForm>
  );
}

const isToCome = (field: string) => field !== '' && Date.parse(field) > Date.now();
