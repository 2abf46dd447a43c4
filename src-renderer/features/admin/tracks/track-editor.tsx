import { type FormEvent, useId, useState } from 'react';
import type { AudioContent } from '#contract/rows/audio-content.ts';
import { AUDIO_CATEGORIES, AUDIO_KINDS } from '#contract/words/tracks.ts';
import { Banner } from '#renderer/components/banner.tsx';
import { Button } from '#renderer/components/button.tsx';
import { SelectField, TextAreaField, TextField } from '#renderer/components/field.tsx';
import { Switch } from '#renderer/components/switch.tsx';
import { toast } from '#renderer/components/toast.ts';
import { focusFirstError } from '#renderer/lib/focus-first-error.ts';
import { SidePanel } from '../shared/side-panel.tsx';
import { DeleteTrack } from './delete-track.tsx';
import { MediaFields } from './media-fields.tsx';
import { isPast } from './plan.ts';
import { TapAlong } from './tap-along.tsx';
import { TrackClashes } from './track-clashes.tsx';
import { readTrackForm } from './track-form.ts';
import { useTrack } from './tracks-query.ts';
import { useSaveDraft } from './use-save-draft.ts';
import { useTrackDraft } from './use-track-draft.ts';
import { useDeleteTrack } from './use-track-writes.ts';

interface OpenTrackProps {
  id: number;
  onClose: () => void;
  onDeleted: (track: AudioContent) => void;
}

/** The editor of a track, as soon as all of it is there. */
export function OpenTrack({ id, onClose, onDeleted }: OpenTrackProps) {
  const { data, error } = useTrack(id);
  if (data) return <TrackEditor track={data} onClose={onClose} onDeleted={onDeleted} />;
  if (!error) return null;
  return (
    <SidePanel title="Edit track" onClose={onClose}>
      <Banner tone="bad">{error.message}</Banner>
    </SidePanel>
  );
}

interface TrackEditorProps {
  /** Absent: a new one. */
  track?: AudioContent;
  onClose: () => void;
  onDeleted?: (track: AudioContent) => void;
}

export function TrackEditor({ track, onClose, onDeleted }: TrackEditorProps) {
  const state = useTrackDraft(track);
  const { draft, change } = state;
  const [isTried, setTried] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const save = useSaveDraft(track, state);
  const remove = useDeleteTrack();
  const { value, errors } = readTrackForm(draft);
  const shown = isTried ? errors : {};

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (!value) return focusFirstError(event.currentTarget);
    if (state.clashes.length > 0) return;
    const onSuccess = (isSaved: boolean) => {
      if (!isSaved) return;
      toast.success(track ? 'Track saved' : 'Track created');
      onClose();
    };
    save.mutate(undefined, { onSuccess });
  };
  const handleClose = () => {
    if (state.changed.length > 0) toast.success('Your changes wait here');
    onClose();
  };
  const handleDiscard = () => {
    state.forget();
    onClose();
  };

  return (
    <SidePanel title={track ? 'Edit track' : 'New track'} onClose={handleClose}>
      <form className="stack" noValidate onSubmit={handleSubmit}>
        {state.isRecalled ? (
          <Banner tone="notice">Your changes of before are back. Cancel gives them up.</Banner>
        ) : null}
        <MediaFields draft={draft} onChange={change} />
        <TextField
          label="Title"
          value={draft.title}
          error={shown.title}
          onChange={(event) => change({ title: event.target.value })}
        />
        <TextAreaField
          label="Description"
          rows={3}
          value={draft.description}
          onChange={(event) => change({ description: event.target.value })}
        />
        <div className="a-pair">
          <SelectField
            label="Category"
            value={draft.category}
            // The element knows only texts; these are the options it was given.
            onChange={({ target: { value } }) =>
              change({ category: AUDIO_CATEGORIES.find((one) => one === value) ?? draft.category })
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
              change({ kind: AUDIO_KINDS.find((one) => one === value) ?? draft.kind })
            }
          >
            {AUDIO_KINDS.map((kind) => (
              <option key={kind}>{kind}</option>
            ))}
          </SelectField>
        </div>
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
            onChange={(enabled) => change({ enabled })}
          />
          <Choice
            title="Premium"
            text="Asks for a subscription when the gate is on"
            checked={draft.is_premium}
            onChange={(is_premium) => change({ is_premium })}
          />
          <Choice
            title="Featured"
            text="Stands on the landing page and first among the tracks"
            checked={draft.featured}
            onChange={(featured) => change({ featured })}
          />
        </div>
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
              error={shown.publish_at}
              onChange={(event) => change({ publish_at: event.target.value })}
            />
          )}
          {draft.enabled || draft.publish_at ? (
            <TextField
              label="Goes off"
              type="datetime-local"
              hint="Empty: stays."
              value={draft.unpublish_at}
              error={shown.unpublish_at}
              onChange={(event) => change({ unpublish_at: event.target.value })}
            />
          ) : null}
        </div>
        <TextAreaField
          label="Transcript"
          rows={5}
          value={draft.transcript}
          onChange={(event) => change({ transcript: event.target.value })}
        />
        <TapAlong
          recording={draft.audio_url}
          title={draft.title}
          transcript={draft.transcript}
          timings={draft.transcript_timings}
          onChange={(transcript_timings) => change({ transcript_timings })}
        />
        <TextField
          label="Credits"
          value={draft.credits}
          onChange={(event) => change({ credits: event.target.value })}
        />
        <TrackClashes state={state} />
        {save.isError ? <Banner tone="bad">{save.error.message}</Banner> : null}
        <div className="row">
          <Button type="submit" className="grow" busy={save.isPending && 'Saving...'}>
            Save Changes
          </Button>
          <Button look="line" onClick={handleDiscard}>
            Cancel
          </Button>
        </div>
        {track ? (
          <Button look="line" onClick={() => setAsking(true)}>
            Delete track
          </Button>
        ) : null}
      </form>
      {track && isAsking ? (
        <DeleteTrack
          track={track}
          isBusy={remove.isPending}
          onCancel={() => setAsking(false)}
          onConfirm={() =>
            remove.mutate(track, {
              onSuccess() {
                state.forget();
                onDeleted?.(track);
              },
            })
          }
        />
      ) : null}
    </SidePanel>
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
