import { Pause, Play } from 'lucide-react';
import { Switch } from '#renderer/components/forms/switch.tsx';
import { Icon } from '#renderer/components/icon.tsx';
import { Link } from '#renderer/components/link.tsx';
import { MoveHandle } from '#renderer/components/lists/move-handle.tsx';
import { useSortableRow } from '#renderer/components/lists/use-sortable-row.ts';
import type { Track } from '#renderer/data/audio-content.ts';
import { isSounding, isWaiting, usePlayback, usePlayer } from '#renderer/data/playback.ts';
import { formatLength } from '#renderer/lib/format.ts';
import { Cover } from '#renderer/track-parts/cover.tsx';
import { StageMark, stageOf } from '#renderer/track-parts/stage-mark.tsx';
import { TrackMenu } from '#renderer/track-parts/track-menu.tsx';

export interface PreferenceRowProps {
  track: Track;
  enabled: boolean;
  /** Whether the user may play the track. */
  free: boolean;
  place: number;
  total: number;
  onToggle: (enabled: boolean) => void;
  /** Moves by this many positions; negative is up. */
  onMove: (steps: number) => void;
}

export function PreferenceRow(props: PreferenceRowProps) {
  const { track, enabled, free, place, total, onToggle, onMove } = props;
  const player = usePlayer();
  const stage = stageOf(track.category);
  const { sortable, row } = useSortableRow(track.id, enabled ? 'preference' : 'preference off');
  return (
    <li {...row} data-stage={stage}>
      <MoveHandle
        title={track.title}
        sortable={sortable}
        place={place}
        total={total}
        onMove={onMove}
      />
      {free ? <PlayCover track={track} /> : <Cover src={track.image_url} />}
      <div>
        <h3 className="clamped">
          <Link to={`/player/${track.id}`} title={track.title} dir="auto">
            {track.title}
          </Link>
        </h3>
        <div className="preference-meta">
          <p className="meta">
            <span className="tabular-numbers">{formatLength(track.duration)}</span>
            <StageMark stage={stage} />
          </p>
          {free ? (
            <TrackMenu
              title={track.title}
              onAdd={(queuePlace) => player.addToQueue(track, queuePlace)}
            />
          ) : null}
        </div>
      </div>
      <Switch checked={enabled} onChange={onToggle} label={`Hear ${track.title}`} />
    </li>
  );
}

/** The cover is the play button, since a row has no room for another. */
function PlayCover({ track }: { track: Track }) {
  const player = usePlayer();
  const status = usePlayback(track.id);
  const sounding = isSounding(status);
  return (
    <button
      type="button"
      className="play-cover"
      aria-label={`${sounding ? 'Pause' : 'Play'}: ${track.title}`}
      aria-busy={isWaiting(status) || undefined}
      onPointerDown={() => player.prepare(track)}
      onClick={() => player.toggle(track, 'list')}
    >
      <Cover src={track.image_url} />
      <Icon of={sounding ? Pause : Play} className={sounding ? 'i-pause' : 'i-play'} />
    </button>
  );
}
