import { Button } from '#renderer/components/button.tsx';
import { TextField } from '#renderer/components/forms/field.tsx';
import { Banner } from '#renderer/components/messages/banner.tsx';
import { AdminForm } from '../shared/admin-form.tsx';
import { useAdminAction } from '../shared/use-admin-action.ts';
import type { AdminForm as FormState } from '../shared/use-admin-form.ts';
import {
  type AnnouncementDraft,
  announcementDraftOf,
  announcementFormSchema,
  announcementOf,
  describeAnnouncement,
} from './announcement-draft.ts';
import { SettingForm, type SettingFormOptions } from './setting-form.tsx';

const KEY = 'announcement';
const LABELS = { text: 'Announcement', until: 'To' };

const ANNOUNCEMENT: SettingFormOptions<AnnouncementDraft, AnnouncementDraft> = {
  draftName: KEY,
  keys: [KEY],
  schema: announcementFormSchema,
  draftOf: ({ announcement }) => announcementDraftOf(announcement?.value),
  toValues: (draft) => ({ announcement: announcementOf(draft) }),
  done: ({ from }) => `Announcement ${isFuture(from) ? 'planned' : 'shown'}`,
};

/** Edits the announcement: one sentence above everyone's home screen. */
export function AnnouncementSettings() {
  return (
    <SettingForm options={ANNOUNCEMENT}>
      {(form, rows) => <AnnouncementForm form={form} saved={ANNOUNCEMENT.draftOf(rows)} />}
    </SettingForm>
  );
}

interface AnnouncementFormProps {
  form: FormState<AnnouncementDraft>;
  saved: AnnouncementDraft;
}

function AnnouncementForm({ form, saved }: AnnouncementFormProps) {
  const takeDown = useAdminAction(
    'settings',
    ({ tables }) => tables.from('settings').delete().eq('key', KEY).throwOnError(),
    { done: 'Announcement taken down' },
  );
  const state = describeAnnouncement(saved);
  return (
    <AdminForm
      form={form}
      className="admin-settings"
      action={[isFuture(form.draft.from) ? 'Plan' : 'Show', 'Saving...']}
      describe={{ names: LABELS }}
      more={
        saved.text === '' ? null : (
          <Button
            look="line"
            disabled={form.isSaving || takeDown.isPending}
            onClick={() =>
              takeDown.mutate(undefined, { onSuccess: () => form.reset(ANNOUNCEMENT.draftOf({})) })
            }
          >
            Take it down
          </Button>
        )
      }
    >
      {state ? <p>{state}</p> : null}
      <TextField
        label="Announcement"
        hint="One sentence above everyone’s home screen, from the next page load. Not shown in labour mode."
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

const isFuture = (field: string) => field !== '' && Date.parse(field) > Date.now();
