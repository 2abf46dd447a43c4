import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { Cover } from '#renderer/components/cover.tsx';
import { IconButton } from '#renderer/components/icon-button.tsx';
import { MoveHandle } from '#renderer/components/move-handle.tsx';
import { StageMark, stageOf } from '#renderer/components/stage-mark.tsx';
import { Switch } from '#renderer/components/switch.tsx';
import type { Track } from '#renderer/lib/audio-content.ts';
import { formatMinutes } from '#renderer/lib/format.ts';

export interface PreferenceRowProps {
  track: Track;
  enabled: boolean;
  isFirst: boolean;
  isLast: boolean;
  onToggle: (enabled: boolean) => void;
  /** -1 for up, 1 for down. */
  onMove: (step: -1 | 1) => void;
}

export function PreferenceRow(props: PreferenceRowProps) {
  const { track, enabled, isFirst, isLast, onToggle, onMove } = props;
  const stage = stageOf(track.category);
  const sortable = useSortable({ id: track.id });
  return (
    <li
      ref={sortable.setNodeRef}
      className={`pref${enabled ? '' : ' off'}${sortable.isDragging ? ' dragging' : ''}`}
      data-stage={stage}
      style={{
        transform: CSS.Translate.toString(sortable.transform),
        transition: sortable.transition,
      }}
    >
      <MoveHandle
        title={track.title}
        sortable={sortable}
        isFirst={isFirst}
        isLast={isLast}
        onMove={onMove}
      />
      <Cover src={track.image_url} />
      <div>
        <h3>{track.title}</h3>
        <p className="meta">
          <span className="num">{formatMinutes(track.duration)}</span>
          <StageMark stage={stage} />
        </p>
      </div>
      <span className="moves">
        <IconButton
          icon={ArrowUp}
          label={`Move up: ${track.title}`}
          disabled={isFirst}
          onClick={() => onMove(-1)}
        />
        <IconButton
          icon={ArrowDown}
          label={`Move down: ${track.title}`}
          disabled={isLast}
          onClick={() => onMove(1)}
        />
      </span>
      <Switch checked={enabled} onChange={onToggle} label={`Hear ${track.title}`} />
    </li>
  );
}
