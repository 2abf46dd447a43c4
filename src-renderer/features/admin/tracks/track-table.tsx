import { Switch } from '#renderer/components/switch.tsx';
import { formatClock } from '#renderer/lib/format.ts';
import { Cover } from '#renderer/track-parts/cover.tsx';
import { StageMark, stageOf } from '#renderer/track-parts/stage-mark.tsx';
import { type Column, DataTable } from '../shared/data-table.tsx';
import { describePlan } from './plan.ts';
import { TRACKS_PER_PAGE, type TrackRow, type TrackView } from './tracks-query.ts';
import { switched, useUpdateTracks } from './use-track-writes.ts';

interface TrackTableProps {
  tracks: readonly TrackRow[];
  view: TrackView;
  onView: (view: TrackView) => void;
  chosen: ReadonlySet<number>;
  onChoose: (chosen: ReadonlySet<number>) => void;
  openId: number | undefined;
  onOpen: (track: TrackRow) => void;
  total: number;
  /** Indexes on this page, and one beyond either end; absent while the order rests. */
  onMove: ((from: number, to: number) => void) | undefined;
}

export function TrackTable(props: TrackTableProps) {
  const { tracks, view, onView, chosen, onChoose, openId, onOpen, total, onMove } = props;
  const isInOrder = view.sort.by === 'position' && !view.sort.isDescending;
  const columns: Column<TrackRow>[] = [
    {
      header: 'Title',
      sortBy: 'title',
      cell: (track) => (
        <span className="a-track" data-stage={stageOf(track.category)}>
          <Cover src={track.image_url} />
          <button type="button" onClick={() => onOpen(track)}>
            {track.title}
          </button>
        </span>
      ),
    },
    {
      header: 'Category',
      sortBy: 'category',
      cell: ({ category }) => <StageMark stage={stageOf(category)} />,
    },
    {
      header: 'Duration',
      sortBy: 'duration',
      cell: ({ duration }) => <span className="num">{formatClock(duration)}</span>,
    },
    {
      header: 'Access',
      cell: ({ is_premium }) => (
        <span className={is_premium ? 'badge premium' : 'badge'}>
          {is_premium ? 'Premium' : 'Free'}
        </span>
      ),
    },
    { header: 'Status', sortBy: 'enabled', cell: (track) => <StatusSwitch track={track} /> },
  ];
  return (
    <DataTable
      caption="Tracks"
      rows={tracks}
      columns={columns}
      keyOf={({ id }) => id}
      sort={view.sort}
      onSort={(sort) => onView({ ...view, sort, page: 0 })}
      selection={{ chosen, onChange: onChoose, nameOf: ({ title }) => title }}
      openKey={openId}
      order={
        isInOrder && onMove
          ? {
              what: 'track',
              titleOf: ({ title }) => title,
              before: view.page * TRACKS_PER_PAGE,
              total,
              onMove,
            }
          : undefined
      }
    />
  );
}

/** Shows the wish at once, and what became of it when the answer is there. */
function StatusSwitch({ track }: { track: TrackRow }) {
  const { id, title, enabled, audio_url } = track;
  const update = useUpdateTracks();
  const isOn = update.isPending ? update.variables.values.enabled === true : enabled;
  const hasRecording = audio_url !== '';
  const plan = describePlan(track);
  return (
    <span className="st">
      <span className="st-on">
        <Switch
          checked={isOn}
          disabled={update.isPending || !hasRecording}
          label={`${title} is active`}
          onChange={(next) => update.mutate({ ids: [id], values: switched(next) })}
        />
        <span className="small">{isOn ? 'Active' : 'Disabled'}</span>
      </span>
      {hasRecording ? null : <span className="badge">No recording</span>}
      {plan ? <span className="badge wait num">{plan}</span> : null}
    </span>
  );
}
