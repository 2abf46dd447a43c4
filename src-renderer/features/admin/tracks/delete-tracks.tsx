import { useQuery } from '@tanstack/react-query';
import { useAdminBackend } from '../admin-session.ts';
import { ConfirmDialog } from '../shared/confirm-dialog.tsx';

interface DeleteTracksProps {
  ids: readonly number[];
  /** '4 tracks' */
  count: string;
  isBusy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** As for one track: what hangs on them is counted first, since it does not come back. */
export function DeleteTracks({ ids, count, isBusy, onConfirm, onCancel }: DeleteTracksProps) {
  const { call } = useAdminBackend();
  const hanging = useQuery({
    queryKey: ['admin', 'hanging', ids],
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const counts = await Promise.all(
        ids.map((id) => call('countTrack', { params: { id }, signal })),
      );
      const sum = (what: 'favorites' | 'plays' | 'positions') =>
        counts.reduce((all, one) => all + one[what], 0);
      return { favorites: sum('favorites'), plays: sum('plays'), positions: sum('positions') };
    },
  });
  const { data } = hanging;
  return (
    <ConfirmDialog
      title={`Delete ${count}?`}
      action={`Delete ${count}`}
      isGrave
      busy={(isBusy && 'Deleting...') || (hanging.isPending && 'Counting...')}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      {hanging.isError ? (
        <p>What hangs on them could not be counted: {hanging.error.message}</p>
      ) : null}
      {data ? (
        <p className="num">
          On them hang {data.favorites} favorites, {data.plays} plays in the log and{' '}
          {data.positions} places where somebody stopped. These do not come back; the tracks do,
          with Undo, while this tab is open.
        </p>
      ) : null}
    </ConfirmDialog>
  );
}
