import type { ReactNode } from 'react';
import { useLongList } from '#renderer/components/use-long-list.ts';
import type { Track } from '#renderer/data/audio-content.ts';
import { isFree } from '#renderer/data/audio-content.ts';
import { TrackItem } from './track-item.tsx';

interface TrackListProps {
  tracks: readonly Track[];
  hasPremium: boolean;
  heart: (track: Track) => ReactNode;
  onLocked: (track: Track) => void;
}

/** As many covers as the widest and tallest first screen shows. */
const EAGER = 5;

export function TrackList({ tracks, hasPremium, heart, onLocked }: TrackListProps) {
  const { listRef, isLong, slots } = useLongList<Track, HTMLUListElement>(tracks);
  return (
    <div className="tracks-room">
      <ul className="tracks" ref={listRef}>
        {slots.map((slot) =>
          'item' in slot ? (
            <TrackItem
              key={slot.item.id}
              track={slot.item}
              free={isFree(slot.item, hasPremium)}
              eager={slot.at < EAGER}
              place={isLong ? slot.at + 1 : undefined}
              total={isLong ? tracks.length : undefined}
              heart={heart}
              onLocked={onLocked}
            />
          ) : (
            slot
          ),
        )}
      </ul>
    </div>
  );
}
