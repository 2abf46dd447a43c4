import { useState } from 'react';
import type { AudioContent } from '#contract/rows/audio-content.ts';
import { Banner } from '#renderer/components/messages/banner.tsx';
import type { AdminBackend } from '#renderer/features/admin/admin-session.ts';
import { readRow } from '#renderer/features/admin/resource/read-page.ts';
import { AdminForm } from '#renderer/features/admin/shared/admin-form.tsx';
import { ConfirmDialog } from '#renderer/features/admin/shared/confirm-dialog.tsx';
import { pick } from '#renderer/features/admin/shared/pick.ts';
import { type NeighbourActions, SidePanel } from '#renderer/features/admin/shared/side-panel.tsx';
import { type Saved, useAdminForm } from '#renderer/features/admin/shared/use-admin-form.ts';
import { useAdminQuery } from '#renderer/features/admin/shared/use-admin-query.ts';
import { WriteAccess } from '#renderer/features/admin/shared/write-access.tsx';
import { DeleteTracks } from '../delete-tracks.tsx';
import { isPast } from '../schedule.ts';
import { type Undoable, useDeleteTracks } from '../use-change-tracks.ts';
import { RecordingPreview } from './recording-preview.tsx';
import { TRACK_CONFLICTS } from './track-conflicts.ts';
import { TrackFields } from './track-fields.tsx';
import {
  draftOf,
  NEW_TRACK,
  TRACK_PARTS,
  type TrackDraft,
  type TrackFormValues,
  trackFormSchema,
} from './track-form.ts';

const DELETED = 'This track has been deleted.';
class TrackDeleted extends Error {}

interface OpenTrackProps extends NeighbourActions {
  id: number;
  onClose: () => void;
  onDeleted: (action: Undoable) => void;
}

/** Reads all columns of the track, and refetches them on changes. */
export function OpenTrack({ id, ...rest }: OpenTrackProps) {
  const { data, error } = useAdminQuery(
    ['track', id],
    (backend, { signal }) => readTrack(backend, id, signal),
    // The editor must start with fresh data, never with a cached row.
    { gcTime: 0, refreshOn: ['audio_content'] },
  );
  const isDeleted = error instanceof TrackDeleted;
  if (data) return <TrackEditor track={data} isDeleted={isDeleted} {...rest} />;
  if (!error) return null;
  return (
    <SidePanel title="Edit track" onClose={rest.onClose}>
      <Banner tone="bad">{error.message}</Banner>
    </SidePanel>
  );
}

interface TrackEditorProps extends NeighbourActions {
  /** Absent for a new track. */
  track?: AudioContent;
  /** Whether it was deleted elsewhere while it was open. */
  isDeleted?: boolean;
  onClose: () => void;
  onDeleted?: (action: Undoable) => void;
}

async function readTrack({ tables }: AdminBackend, id: number, signal?: AbortSignal) {
  const track = await readRow(tables.from('audio_content').select(), id, signal);
  if (!track) throw new TrackDeleted(DELETED);
  return track;
}

const toSaved = (track: AudioContent): Saved<TrackDraft> => ({
  saved: draftOf(track),
  version: track.updated_at,
});

export function TrackEditor({
  track,
  isDeleted = false,
  onClose,
  onDeleted,
  ...step
}: TrackEditorProps) {
  const [isAsking, setAsking] = useState(false);
  const [isPastConfirmed, setPastConfirmed] = useState(false);
  const remove = useDeleteTracks();
  const form = useAdminForm<TrackDraft, TrackFormValues>({
    draftName: `track:${track?.id ?? 'new'}`,
    openedBy: 'track',
    schema: trackFormSchema,
    parts: TRACK_PARTS,
    ...(track ? toSaved(track) : { saved: NEW_TRACK }),
    refetches: 'tracks',
    save: async (values, { version = '', changed }, backend) => {
      const isScheduleChanged = !track || changed.includes('publish_at');
      if (!isPastConfirmed && isScheduleChanged && isPast(values.publish_at ?? '')) {
        setAsking(true);
        return 'later';
      }
      const rows = backend.tables.from('audio_content');
      if (!track) {
        // A new track goes to the end of the order; it may have no recording yet.
        await rows.insert(values).throwOnError();
        return;
      }
      if (changed.length === 0) return;
      const row = rows.update(pick(values, changed)).eq('id', track.id).eq('updated_at', version);
      const { data } = await row.select().throwOnError();
      return data.length > 0 ? undefined : toSaved(await readTrack(backend, track.id));
    },
    done: track ? 'Track saved' : 'Track created',
    onSaved: onClose,
  });

  return (
    <SidePanel title={track ? 'Edit track' : 'New track'} onClose={onClose} {...step}>
      {isDeleted ? <Banner tone="bad">{DELETED}</Banner> : null}
      <WriteAccess
        area="content"
        usable={
          track?.audio_url ? (
            <RecordingPreview
              address={track.audio_url}
              title={track.title}
              seconds={track.duration}
            />
          ) : null
        }
      >
        <AdminForm form={form} describe={TRACK_CONFLICTS} onCancel={onClose}>
          <TrackFields form={form} track={track} />
          {track ? (
            <DeleteTracks
              chosen={new Set([track.id])}
              what={track.title}
              label="Delete track"
              action="Delete track"
              look="line"
              busy={remove.isPending && 'Deleting...'}
              onConfirm={() =>
                remove.mutate(
                  { chosen: new Set([track.id]), text: `${track.title} was deleted.` },
                  {
                    onSuccess(action) {
                      form.reset();
                      onDeleted?.(action);
                    },
                  },
                )
              }
            />
          ) : null}
        </AdminForm>
      </WriteAccess>
      {isAsking ? (
        <ConfirmDialog
          title="Publish it now?"
          action="Publish now"
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            setPastConfirmed(true);
            form.resubmit();
          }}
        >
          <p>The time to publish it has passed, so the track is published as soon as you save.</p>
        </ConfirmDialog>
      ) : null}
    </SidePanel>
  );
}
