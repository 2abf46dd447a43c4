import { useAtomValue } from 'jotai';
import { X } from 'lucide-react';
import { IconButton } from '#renderer/components/icon-button.tsx';
import { MoveHandle, type MoveHandleProps } from '#renderer/components/lists/move-handle.tsx';
import { SortableList } from '#renderer/components/lists/sortable-list.tsx';
import { useSortableRow } from '#renderer/components/lists/use-sortable-row.ts';
import { type PlayableTrack, queueAtom, usePlayer } from '#renderer/data/playback.ts';
import { formatLength } from '#renderer/lib/format.ts';
import { Cover } from '#renderer/track-parts/cover.tsx';
import { stageOf } from '#renderer/track-parts/stage-mark.tsx';

export function UpNext() {
  const { tracks, at } = useAtomValue(queueAtom);
  const player = usePlayer();
  const upcoming = tracks.slice(at + 1);
  const ids = upcoming.map(({ id }) => id);
  const place = (index: number) => at + 1 + index;
  if (upcoming.length === 0) return null;
  return (
    <SortableList
      what="track"
      ids={ids}
      titleOf={(id) => upcoming.find((track) => track.id === id)?.title ?? ''}
      onMove={(from, to) => player.moveInQueue(place(from), place(to))}
    >
      {(move) => (
        <ol className="up-next">
          {upcoming.map((track, index) => (
            <UpNextRow
              key={track.id}
              track={track}
              place={index + 1}
              total={upcoming.length}
              onMove={(steps) => move(index, index + steps)}
            />
          ))}
        </ol>
      )}
    </SortableList>
  );
}

interface UpNextRowProps extends Omit<MoveHandleProps, 'sortable' | 'title'> {
  track: PlayableTrack;
}

function UpNextRow({ track, ...handle }: UpNextRowProps) {
  const player = usePlayer();
  const { sortable, row } = useSortableRow(track.id);
  return (
    <li {...row} data-stage={stageOf(track.category)}>
      <MoveHandle title={track.title} sortable={sortable} {...handle} />
      <Cover src={track.image_url} />
      <button type="button" className="up-next-play" onClick={() => player.play(track, 'player')}>
        <b className="clamped">
          <span className="visually-hidden">Play now: </span>
          <bdi>{track.title}</bdi>
        </b>
        <small className="tabular-numbers">{formatLength(track.duration)}</small>
      </button>
      <IconButton
        icon={X}
        label={`Remove from the queue: ${track.title}`}
        onClick={() => player.removeFromQueue(track.id)}
      />
    </li>
  );
}
