import { type FormEvent, useState } from 'react';
import { AUDIO_CATEGORIES, type AudioCategory } from '#contract/words/tracks.ts';
import { Banner } from '#renderer/components/banner.tsx';
import { Button } from '#renderer/components/button.tsx';
import { CheckedForm } from '#renderer/components/checked-form.tsx';
import { SelectField, TextAreaField, TextField } from '#renderer/components/field.tsx';
import { NotificationEntry } from '#renderer/components/notification-entry.tsx';
import { toast } from '#renderer/components/toast.ts';
import { stageOf, wordOf } from '#renderer/track-parts/stage-mark.tsx';
import { useKeptForm } from '../shared/use-kept-form.ts';
import { useReach, useSendNotification } from './notifications-query.ts';

interface Draft {
  readonly title: string;
  readonly body: string;
  readonly stage: AudioCategory | null;
  /** As the field has it, by the admin's own clock; empty: at once. */
  readonly when: string;
}

const EMPTY = { title: '', body: '', stage: '', when: '' };

const draftOf = ({ title = '', body = '', stage, when = '' }: Record<string, string>): Draft => ({
  ...{ title, body, when },
  stage: AUDIO_CATEGORIES.find((category) => category === stage) ?? null,
});

/** Nothing leaves before it was seen as she will see it. */
export function WriteNotification({ onDone }: { onDone: () => void }) {
  const form = useKeptForm('notification', EMPTY);
  const draft = draftOf(form.draft);
  const [isPreview, setPreview] = useState(false);
  const send = useSendNotification();
  const { title, body, stage, when } = draft;

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPreview) {
      setPreview(true);
      return;
    }
    const publishAt = when === '' ? undefined : new Date(when).toISOString();
    send.mutate(
      { title: title.trim(), body: body.trim(), stage, publishAt },
      {
        onSuccess: () => {
          form.forget();
          toast.success(publishAt ? 'Scheduled' : `Sent to ${audienceOf(stage)}`);
          onDone();
        },
      },
    );
  };

  return (
    <CheckedForm className="stack" onSubmit={handleSubmit}>
      {isPreview ? (
        <>
          <AsRead {...draft} />
          {send.isError ? <Banner tone="bad">{send.error.message}</Banner> : null}
          <div className="row">
            <Button type="submit" busy={send.isPending && 'Sending...'}>
              {when === '' ? 'Send now' : 'Schedule'}
            </Button>
            <Button look="line" onClick={() => setPreview(false)}>
              Change it
            </Button>
          </div>
        </>
      ) : (
        <>
          <Fields draft={draft} onChange={form.change} />
          <Button type="submit">Preview</Button>
        </>
      )}
    </CheckedForm>
  );
}

function AsRead({ title, body, stage, when }: Draft) {
  const reach = useReach(stage);
  return (
    <>
      <p className="small quiet">This is what {audienceOf(stage)} will find:</p>
      <div className="a-as-read">
        <NotificationEntry
          title={title.trim()}
          body={body.trim()}
          publishedAt={new Date(when || Date.now()).toISOString()}
          isNew
        />
      </div>
      <p className="small">
        {when === '' ? 'It appears at once.' : `It appears on ${when.replace('T', ' at ')}.`}{' '}
        {reach.data === undefined
          ? null
          : `As of now it reaches ${reach.data} ${reach.data === 1 ? 'person' : 'people'}.`}
      </p>
    </>
  );
}

interface FieldsProps {
  draft: Draft;
  onChange: (field: keyof Draft, text: string) => void;
}

function Fields({ draft: { title, body, stage, when }, onChange }: FieldsProps) {
  return (
    <>
      <TextField
        label="Title"
        required
        maxLength={120}
        value={title}
        onChange={(event) => onChange('title', event.target.value)}
      />
      <TextAreaField
        label="Text"
        rows={5}
        required
        maxLength={2000}
        value={body}
        onChange={(event) => onChange('body', event.target.value)}
      />
      <SelectField
        label="To"
        hint="A stage reaches those who have said in their profile that they are in it."
        value={stage ?? ''}
        onChange={(event) => onChange('stage', event.target.value)}
      >
        <option value="">Everybody</option>
        {AUDIO_CATEGORIES.map((category) => (
          <option key={category} value={category}>
            {wordOf(stageOf(category))}
          </option>
        ))}
      </SelectField>
      <TextField
        label="When"
        type="datetime-local"
        hint="Empty: at once."
        value={when}
        onChange={(event) => onChange('when', event.target.value)}
      />
    </>
  );
}

const audienceOf = (stage: AudioCategory | null) =>
  stage ? `everybody in stage ${wordOf(stageOf(stage))}` : 'everybody';
