import { useState } from 'react';
import type { TrackMove } from '#contract/calls/track-order.ts';
import { toast } from '#renderer/components/toast.ts';
import { useAdminBackend } from '../admin-session.ts';
import { findTrackAt, TRACKS_PER_PAGE, type TrackRow, type TrackView } from './tracks-query.ts';
import { useMoveTrack } from './use-track-writes.ts';

interface UndoableMove {
  readonly id: number;
  readonly title: string;
  readonly goal: TrackMove;
}

interface Order {
  /** As the admin has put them, before the server's answer as well. */
  readonly rows: readonly TrackRow[];
  /** Indexes on this page; `to` may be on another one, below 0 or beyond its end. */
  readonly move: (from: number, to: number) => void;
  /** What brings the last move back. */
  readonly last: UndoableMove | undefined;
  readonly forget: () => void;
}

/** Moves a track among those shown: it goes next to the one it was dropped on, whatever stands between unseen. */
export function useOrder(view: TrackView, rows: readonly TrackRow[]): Order {
  const backend = useAdminBackend();
  const mutation = useMoveTrack();
  const [last, setLast] = useState<UndoableMove>();
  // Shown at once over the rows it was made on; new rows from the server replace it.
  const [wish, setWish] = useState<{ on: readonly TrackRow[]; rows: readonly TrackRow[] }>();
  const shown = wish?.on === rows ? wish.rows : rows;

  const start = async (track: TrackRow, from: number, to: number) => {
    const neighbour =
      shown[to]?.id ?? (await findTrackAt(backend, view, view.page * TRACKS_PER_PAGE + to));
    if (neighbour === undefined) return;
    const goal = to > from ? { after: neighbour } : { before: neighbour };
    const { id, title } = track;
    mutation.mutate(
      { id, title, goal },
      {
        onSuccess: ({ undo, isMoved }) =>
          setLast(undo && isMoved ? { id, title, goal: undo } : undefined),
        onError: () => setWish(undefined),
      },
    );
  };

  return {
    rows: shown,
    last,
    forget: () => setLast(undefined),
    move(from, to) {
      const track = shown[from];
      if (!track) return;
      setWish({ on: rows, rows: shown.toSpliced(from, 1).toSpliced(Math.max(to, 0), 0, track) });
      start(track, from, to).catch(({ message }: Error) => {
        setWish(undefined);
        toast.error('The track was not moved', message);
      });
    },
  };
}
