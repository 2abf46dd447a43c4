import { useQuery } from '@tanstack/react-query';
import type { TrackCounts } from '#contract/calls/listening-counts.ts';
import type { AudioContent } from '#contract/rows/audio-content.ts';
import { useAdminBackend } from '../admin-session.ts';
import { ConfirmDialog } from '../shared/confirm-dialog.tsx';

interface DeleteTrackProps {
  track: AudioContent;
  isBusy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** What hangs on a track goes with it and does not come back, so it is counted first. */
export function DeleteTrack({ track, isBusy, onConfirm, onCancel }: DeleteTrackProps) {
  const { call } = useAdminBackend();
  const hanging = useQuery({
    queryKey: ['admin', 'hanging', track.id],
    gcTime: 0,
    queryFn: async ({ signal }) =>
      hangingOn(await call('countTrack', { params: { id: track.id }, signal })),
  });
  return (
    <ConfirmDialog
      title={`Delete ${track.title}?`}
      action="Delete track"
      isGrave
      busy={(isBusy && 'Deleting...') || (hanging.isPending && 'Counting...')}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      {hanging.isError ? (
        <p>What hangs on it could not be counted: {hanging.error.message}</p>
      ) : null}
      {hanging.data ? (
        <ul className="a-hanging">
          {hanging.data.map(({ what, count }) => (
            <li key={what}>
              <b className="num">{count}</b> {what}
            </li>
          ))}
        </ul>
      ) : null}
      <p>
        The track can be brought back while this tab is open, but these cannot. Switched off instead
        of deleted, it leaves every playlist and keeps them.
      </p>
    </ConfirmDialog>
  );
}

function hangingOn({ favorites, plays, positions }: TrackCounts) {
  return [
    { what: 'favorites', count: favorites },
    { what: 'plays in the log', count: plays },
    { what: 'places where somebody stopped', count: positions },
  ];
}
