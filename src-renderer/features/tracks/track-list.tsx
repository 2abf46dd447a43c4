import type { ReactNode } from 'react';
import type { Track } from '#renderer/data/audio-content.ts';
import { isFree } from '#renderer/data/audio-content.ts';
import { TrackItem } from './track-item.tsx';
import { useMountedCount } from './use-mounted-count.ts';

interface TrackListProps {
  tracks: readonly Track[];
  hasPremium: boolean;
  heart: (track: Track) => ReactNode;
  onLocked: (track: Track) => void;
}

/** As many covers as the widest and tallest first screen shows. */
const EAGER = 5;
/** Beyond this, what is off screen is not laid out. */
const LONG = 30;

export function TrackList({ tracks, hasPremium, heart, onLocked }: TrackListProps) {
  const mounted = useMountedCount(tracks.length);
  return (
    <ul className={`tracks${tracks.length > LONG ? ' long' : ''}`}>
      {tracks.slice(0, mounted).map((track, at) => (
        <TrackItem
          key={track.id}
          track={track}
          free={isFree(track, hasPremium)}
          eager={at < EAGER}
          heart={heart}
          onLocked={onLocked}
        />
      ))}
    </ul>
  );
}
