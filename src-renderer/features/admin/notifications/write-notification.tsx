import { useState } from 'react';
import { z } from 'zod';
import { AUDIO_CATEGORIES } from '#contract/constants/tracks/tracks.ts';
import { Button } from '#renderer/components/button.tsx';
import { TextAreaField, TextField } from '#renderer/components/forms/field.tsx';
import { SelectField } from '#renderer/components/forms/select-field.tsx';
import { NotificationEntry } from '#renderer/components/messages/notification-entry.tsx';
import { STAGE_CHOICES, stageLabel, stageOf } from '#renderer/track-parts/stage-mark.tsx';
import { AdminForm } from '../shared/admin-form.tsx';
import { formatCount, formatMoment } from '../shared/format.ts';
import { fromLocalField, toLocalField } from '../shared/local-field.ts';
import { useAdminForm } from '../shared/use-admin-form.ts';
import { useAdminQuery } from '../shared/use-admin-query.ts';
import { AddTrack } from './add-track.tsx';
import { isScheduled, type SentNotification } from './sent-notification.ts';

const notificationFormSchema = z.object({
  title: z.string().trim().min(1).max(120),
  body: z.string().trim().min(1).max(2000),
  /** Empty: everyone. */
  stage: z.enum(['', ...AUDIO_CATEGORIES]),
  /** A `datetime-local` value in the admin's time zone; empty: now. */
  when: z.string(),
});
type Draft = z.input<typeof notificationFormSchema>;

const LABELS = { body: 'Text', stage: 'To' };
const EMPTY: Draft = { title: '', body: '', stage: '', when: '' };

const draftOf = (sent: SentNotification): Draft => ({
  title: sent.title,
  body: sent.body,
  stage: sent.stage ?? '',
  when: isScheduled(sent) ? toLocalField(sent.publish_at) : '',
});

interface WriteNotificationProps {
  /** The notification to correct; absent for a new one. */
  sent?: SentNotification;
  onDone: () => void;
}

/** Shows a preview before sending. */
export function WriteNotification({ sent, onDone }: WriteNotificationProps) {
  const [isPreview, setPreview] = useState(false);
  const isPublished = sent !== undefined && !isScheduled(sent);
  const form = useAdminForm({
    draftName: sent ? `notification:${sent.id}` : 'notification',
    openedBy: 'notification',
    schema: notificationFormSchema,
    saved: sent ? draftOf(sent) : EMPTY,
    refetches: 'notifications',
    save: async ({ title, body, stage, when }, { changed }, { tables }) => {
      if (!isPreview) {
        setPreview(true);
        return 'later';
      }
      const texts = { title, body, stage: stage || null };
      const time = changed.includes('when') ? { publish_at: fromLocalField(when) ?? now() } : {};
      const rows = tables.from('notifications');
      if (!sent) await rows.insert({ ...texts, ...time }).throwOnError();
      else if (changed.length > 0) {
        const isChanged = ([name]: [string, unknown]) => changed.some((one) => one === name);
        const corrected = Object.fromEntries(Object.entries(texts).filter(isChanged));
        // A correction does not mark the notification as unread.
        await rows
          .update({ ...corrected, ...time })
          .eq('id', sent.id)
          .throwOnError();
      }
    },
    done: ({ stage, when }) => {
      if (!isAtOnce(when) && !isPublished) return 'Scheduled';
      return sent ? 'Corrected' : `Sent to ${describeAudience(stage)}`;
    },
    onSaved: onDone,
  });
  const { body, when } = form.draft;
  const send = sent ? 'Save the correction' : 'Send now';
  return (
    <AdminForm
      form={form}
      describe={{ names: LABELS }}
      action={
        isPreview ? [isAtOnce(when) ? send : 'Schedule', 'Sending...'] : ['Preview', 'Checking...']
      }
      more={
        isPreview ? (
          <Button look="line" onClick={() => setPreview(false)}>
            Change it
          </Button>
        ) : null
      }
    >
      {isPreview ? (
        <Preview {...form.draft} isPublished={isPublished} />
      ) : (
        <>
          <TextField label="Title" required maxLength={120} {...form.field('title')} />
          <TextAreaField label="Text" rows={5} required maxLength={2000} {...form.field('body')} />
          <AddTrack onAdd={(link) => form.change({ body: body ? `${body}\n${link}` : link })} />
          <SelectField
            label="To"
            hint="A stage reaches the users who chose it in their profile."
            options={[{ value: '', label: 'Everybody' }, ...STAGE_CHOICES]}
            {...form.field('stage')}
          />
          {isPublished ? null : (
            <TextField
              label="When"
              type="datetime-local"
              hint="Leave empty to send it now. Times are in your time zone."
              {...form.field('when')}
            />
          )}
        </>
      )}
    </AdminForm>
  );
}

function Preview({ title, body, stage, when, isPublished }: Draft & { isPublished: boolean }) {
  // The users of the stage whose notifications are not paused.
  const reach = useAdminQuery(
    ['reach', stage],
    async ({ tables }, { signal }) => {
      const { count } = await tables
        .from('profiles')
        .select('id', { count: 'exact', head: true })
        .eq('preferences->>stage', stage)
        .or('preferences->>paused.is.null,preferences->>paused.neq.true')
        .abortSignal(signal)
        .throwOnError();
      return count ?? 0;
    },
    { enabled: stage !== '' },
  );
  const moment = fromLocalField(when) ?? now();
  return (
    <>
      <p className="small quiet">Preview for {describeAudience(stage)}</p>
      <div className="admin-notification-preview">
        <NotificationEntry title={title.trim()} body={body.trim()} publishedAt={moment} isNew />
      </div>
      <p className="small">
        {isPublished
          ? 'The new text replaces the old one, also for users who have read it.'
          : isAtOnce(when)
            ? 'It appears at once.'
            : `It appears on ${formatMoment(moment)}.`}{' '}
        {reach.data === undefined
          ? null
          : `As of now it reaches ${formatCount(reach.data, 'person', 'people')}.`}
      </p>
    </>
  );
}

const describeAudience = (stage: Draft['stage']) =>
  stage ? `everybody in stage ${stageLabel(stageOf(stage))}` : 'everybody';
/** Without a time, or with one in the past, a notification is sent at once. */
const isAtOnce = (when: string) => when === '' || Date.parse(when) <= Date.now();
const now = () => new Date().toISOString();
