import { useState } from 'react';
import type { AdminBackend } from '../admin-session.ts';
import { useAdminAction } from '../shared/use-admin-action.ts';
import { findTrackAt, TRACKS_PER_PAGE, type TrackRow, type TrackView } from './tracks.resource.tsx';
import type { Undoable } from './use-bulk.ts';

interface Move {
  readonly track: TrackRow;
  readonly from: number;
  readonly to: number;
  /** The id of the track at `to`, unless it is on another page. */
  readonly onPage: number | undefined;
}

interface Order {
  /** Optimistic order, before the server confirms it. */
  readonly rows: readonly TrackRow[];
  /** Indexes on this page; `to` may be on another one, below 0 or beyond its end. */
  readonly move: (from: number, to: number) => void;
}

/**
 * Moves a track among the visible ones: it goes next to the drop target, whatever hidden rows are
 * between.
 */
export function useOrder(
  view: TrackView,
  rows: readonly TrackRow[],
  onMoved: (done: Undoable | undefined) => void,
): Order {
  // Optimistic order for the rows it was based on; new rows from the server replace it.
  const [wish, setWish] = useState<{ on: readonly TrackRow[]; rows: readonly TrackRow[] }>();
  const shown = wish?.on === rows ? wish.rows : rows;
  const move = useAdminAction(
    'tracks',
    async (backend, { track, from, to, onPage }: Move) => {
      const neighbour =
        onPage ?? (await findTrackAt(backend, view, view.page * TRACKS_PER_PAGE + to));
      if (neighbour === undefined) return undefined;
      const { id, title } = track;
      const input = to > from ? { after: neighbour } : { before: neighbour };
      const { undo: goal, isMoved } = await backend.call('moveTrack', { params: { id }, input });
      if (!goal || !isMoved) return undefined;
      const undo = async ({ call }: AdminBackend) => {
        await call('moveTrack', { params: { id }, input: goal });
        return `${title} is back where it was`;
      };
      return { label: 'Last move' as const, text: `${title} was moved.`, undo };
    },
    // A toast, because it is shown even if another move has started meanwhile.
    { failed: 'The track was not moved' },
  );

  return {
    rows: shown,
    move(from, to) {
      const track = shown[from];
      if (!track) return;
      setWish({ on: rows, rows: shown.toSpliced(from, 1).toSpliced(Math.max(to, 0), 0, track) });
      move.mutate(
        { track, from, to, onPage: shown[to]?.id },
        {
          onSuccess: (done) => {
            // Nothing was moved: the place is gone, or the track is there already.
            if (!done) setWish(undefined);
            onMoved(done);
          },
          onError: () => setWish(undefined),
        },
      );
    },
  };
}
