import { useId } from 'react';
import { AUDIO_CATEGORIES, AUDIO_KINDS } from '#contract/words/tracks.ts';
import { SelectField, TextAreaField, TextField } from '#renderer/components/field.tsx';
import { Switch } from '#renderer/components/switch.tsx';
import { ChaptersField } from './chapters-field.tsx';
import { isPast } from './plan.ts';
import { TapAlong } from './tap-along.tsx';
import type { TrackDraft, TrackErrors } from './track-form.ts';

interface FieldsProps {
  draft: TrackDraft;
  onChange: (part: Partial<TrackDraft>) => void;
}

interface TrackFieldsProps extends FieldsProps {
  /** Only those that are to be shown. */
  errors: TrackErrors;
}

/** What is said of a track, in the order in which one thinks of it. */
export function TrackFields(props: TrackFieldsProps) {
  return (
    <>
      <Words {...props} />
      <Kinds {...props} />
      <Choices {...props} />
      <Plan {...props} />
      <Spoken {...props} />
    </>
  );
}

function Words({ draft, errors, onChange }: TrackFieldsProps) {
  return (
    <>
      <TextField
        label="Title"
        value={draft.title}
        error={errors.title}
        onChange={(event) => onChange({ title: event.target.value })}
      />
      <TextAreaField
        label="Description"
        rows={3}
        value={draft.description}
        onChange={(event) => onChange({ description: event.target.value })}
      />
    </>
  );
}

function Kinds({ draft, onChange }: FieldsProps) {
  return (
    <div className="a-pair">
      <SelectField
        label="Category"
        value={draft.category}
        // The element knows only texts; these are the options it was given.
        onChange={({ target: { value } }) =>
          onChange({ category: AUDIO_CATEGORIES.find((one) => one === value) ?? draft.category })
        }
      >
        {AUDIO_CATEGORIES.map((category) => (
          <option key={category}>{category}</option>
        ))}
      </SelectField>
      <SelectField
        label="Kind"
        value={draft.kind}
        // As above.
        onChange={({ target: { value } }) =>
          onChange({ kind: AUDIO_KINDS.find((one) => one === value) ?? draft.kind })
        }
      >
        {AUDIO_KINDS.map((kind) => (
          <option key={kind}>{kind}</option>
        ))}
      </SelectField>
    </div>
  );
}

function Choices({ draft, onChange }: FieldsProps) {
  return (
    <div>
      <Choice
        title="Active"
        text={
          draft.audio_url === ''
            ? 'Stays off until it has a recording'
            : 'Everybody finds it in the playlist'
        }
        checked={draft.enabled}
        disabled={draft.audio_url === ''}
        onChange={(enabled) => onChange({ enabled })}
      />
      <Choice
        title="Premium"
        text="Asks for a subscription when the gate is on"
        checked={draft.is_premium}
        onChange={(is_premium) => onChange({ is_premium })}
      />
      <Choice
        title="Featured"
        text="Stands on the landing page and first among the tracks"
        checked={draft.featured}
        onChange={(featured) => onChange({ featured })}
      />
    </div>
  );
}

/** When it goes on and off by itself. */
function Plan({ draft, errors, onChange }: TrackFieldsProps) {
  return (
    <div className="a-pair">
      {draft.enabled ? null : (
        <TextField
          label="Goes on"
          type="datetime-local"
          hint={
            isPast(draft.publish_at)
              ? 'This time has passed: it goes on as soon as you save.'
              : 'Empty: by hand. By your own clock.'
          }
          value={draft.publish_at}
          error={errors.publish_at}
          onChange={(event) => onChange({ publish_at: event.target.value })}
        />
      )}
      {draft.enabled || draft.publish_at ? (
        <TextField
          label="Goes off"
          type="datetime-local"
          hint="Empty: stays."
          value={draft.unpublish_at}
          error={errors.unpublish_at}
          onChange={(event) => onChange({ unpublish_at: event.target.value })}
        />
      ) : null}
    </div>
  );
}

function Spoken({ draft, errors, onChange }: TrackFieldsProps) {
  return (
    <>
      <ChaptersField
        recording={draft.audio_url}
        title={draft.title}
        seconds={draft.duration}
        chapters={draft.chapters}
        error={errors.chapters}
        onChange={(chapters) => onChange({ chapters })}
      />
      <TextAreaField
        label="Transcript"
        rows={5}
        value={draft.transcript}
        onChange={(event) => onChange({ transcript: event.target.value })}
      />
      <TapAlong
        recording={draft.audio_url}
        title={draft.title}
        transcript={draft.transcript}
        timings={draft.transcript_timings}
        onChange={(transcript_timings) => onChange({ transcript_timings })}
      />
      <TextField
        label="Credits"
        value={draft.credits}
        onChange={(event) => onChange({ credits: event.target.value })}
      />
    </>
  );
}

interface ChoiceProps {
  title: string;
  text: string;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}

function Choice({ title, text, checked, disabled = false, onChange }: ChoiceProps) {
  const id = useId();
  return (
    <div className="setting">
      <div>
        <strong id={id}>{title}</strong>
        <p id={`${id}-text`}>{text}</p>
      </div>
      <Switch
        checked={checked}
        disabled={disabled}
        onChange={onChange}
        labelledBy={id}
        describedBy={`${id}-text`}
      />
    </div>
  );
}
