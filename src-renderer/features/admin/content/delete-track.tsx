import { useQuery } from '@tanstack/react-query';
import type { AudioContent } from '#contract/audio-content.ts';
import { type AdminBackend, useAdminBackend } from '../admin-session.ts';
import { ConfirmDialog } from '../shared/confirm-dialog.tsx';

interface DeleteTrackProps {
  track: AudioContent;
  isBusy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** What hangs on a track goes with it and does not come back, so it is counted first. */
export function DeleteTrack({ track, isBusy, onConfirm, onCancel }: DeleteTrackProps) {
  const backend = useAdminBackend();
  const hanging = useQuery({
    queryKey: ['admin', 'hanging', track.id],
    gcTime: 0,
    queryFn: () => countHanging(backend, track.id),
  });
  return (
    <ConfirmDialog
      title={`Delete ${track.title}?`}
      deed="Delete track"
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

const HANGING = [
  { table: 'favorites', what: 'favorites' },
  { table: 'user_activity', what: 'plays in the log' },
  { table: 'playback_positions', what: 'places where somebody stopped' },
];

async function countHanging({ tables }: AdminBackend, id: number) {
  return Promise.all(
    HANGING.map(async ({ table, what }) => {
      const { count } = await tables
        .from(table)
        .select('content_id', { count: 'exact', head: true })
        .eq('content_id', id)
        .throwOnError();
      return { what, count: count ?? 0 };
    }),
  );
}
