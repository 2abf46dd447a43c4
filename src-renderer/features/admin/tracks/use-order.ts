import type { AdminBackend } from '../admin-session.ts';
import { PER_PAGE } from '../resource/resource.ts';
import { useAdminAction } from '../shared/use-admin-action.ts';
import { findTrackAt, type TrackRow, type TrackView } from './tracks.resource.tsx';
import type { Undoable } from './use-change-tracks.ts';

interface Move {
  readonly track: TrackRow;
  readonly from: number;
  readonly to: number;
  /** The id of the track at `to`; undefined if it is on another page. */
  readonly neighbourId: number | undefined;
  /** The rows before and after the move. */
  readonly before: readonly TrackRow[];
  readonly after: readonly TrackRow[];
}

interface Order {
  /** Optimistic order, before the server confirms it. */
  readonly rows: readonly TrackRow[];
  /** Indexes on this page; `to` leads to another page if it is -1 or the page's length. */
  readonly move: (from: number, to: number) => void;
}

/** Moves a track next to the drop target, even if the filter hides tracks between them. */
export function useOrder(
  view: TrackView,
  rows: readonly TrackRow[],
  onMoved: (action: Undoable | undefined) => void,
): Order {
  const move = useAdminAction(
    'tracks',
    async (backend, { track, from, to, neighbourId }: Move) => {
      const neighbour =
        neighbourId ?? (await findTrackAt(backend, view, view.page * PER_PAGE + to));
      // Nothing is moved if the neighbour is gone, or the track is there already.
      if (neighbour === undefined) return undefined;
      const { id, title } = track;
      const input = to > from ? { after: neighbour } : { before: neighbour };
      const { undo: inverse, isMoved } = await backend.call('moveTrack', { params: { id }, input });
      if (!inverse || !isMoved) return undefined;
      const undo = async ({ call }: AdminBackend) => {
        await call('moveTrack', { params: { id }, input: inverse });
        return `${title} is back where it was`;
      };
      return { label: 'Last move' as const, text: `${title} was moved.`, undo };
    },
    // A toast, because it is shown even if another move has started meanwhile.
    { failed: 'The track was not moved' },
  );
  // Optimistic until the server's rows have changed.
  const isUnsaved = move.isPending && move.variables.before === rows;
  const shown = isUnsaved ? move.variables.after : rows;

  return {
    rows: shown,
    move(from, to) {
      const track = shown[from];
      if (!track) return;
      const after = shown.toSpliced(from, 1).toSpliced(Math.max(to, 0), 0, track);
      move.mutate(
        { track, from, to, neighbourId: shown[to]?.id, before: rows, after },
        { onSuccess: onMoved },
      );
    },
  };
}
