import type { ReactNode } from 'react';
import { LongList } from '#renderer/components/lists/long-list.tsx';
import type { Track } from '#renderer/data/audio-content.ts';
import { isFree } from '#renderer/data/audio-content.ts';
import { TrackItem } from './track-item.tsx';

interface TrackListProps {
  tracks: readonly Track[];
  hasPremium: boolean;
  heart: (track: Track) => ReactNode;
  onLocked: (track: Track) => void;
}

/** Covers visible without scrolling on the largest screens; these do not load lazily. */
const EAGER = 5;

export function TrackList({ tracks, hasPremium, heart, onLocked }: TrackListProps) {
  return (
    <div className="tracks-room">
      <LongList as="ul" className="tracks" items={tracks}>
        {(track, at) => (
          <TrackItem
            key={track.id}
            track={track}
            free={isFree(track, hasPremium)}
            eager={at < EAGER}
            heart={heart}
            onLocked={onLocked}
          />
        )}
      </LongList>
    </div>
  );
}
