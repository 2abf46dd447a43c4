import { type FormEvent, useState } from 'react';
import type { AudioContent } from '#contract/rows/audio-content.ts';
import { Banner } from '#renderer/components/banner.tsx';
import { Button } from '#renderer/components/button.tsx';
import { ErrorSummary } from '#renderer/components/field.tsx';
import { toast } from '#renderer/components/toast.ts';
import { focusFirstError } from '#renderer/lib/focus-first-error.ts';
import { SidePanel } from '../shared/side-panel.tsx';
import { DeleteTrack } from './delete-track.tsx';
import { MediaFields } from './media-fields.tsx';
import { PreviewTrack } from './preview-track.tsx';
import { TrackClashes } from './track-clashes.tsx';
import { TrackFields } from './track-fields.tsx';
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
        <ErrorSummary errors={shown} />
        <MediaFields draft={draft} onChange={change} />
        <TrackFields draft={draft} errors={shown} onChange={change} />
        <PreviewTrack draft={draft} track={track} />
        <TrackClashes state={state} />
        {save.isError ? <Banner tone="bad">{save.error.message}</Banner> : null}
        <div className="row a-save">
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
