import { memo, type ReactNode } from 'react';
import { Link } from '#renderer/components/link.tsx';
import { PlayButton } from '#renderer/components/play-button.tsx';
import type { Track } from '#renderer/data/audio-content.ts';
import { isSounding, toPlayButtonProps, usePlayback, usePlayer } from '#renderer/data/playback.ts';
import { TrackCard } from '#renderer/track-parts/track-card.tsx';
import { TrackMenu } from '#renderer/track-parts/track-menu.tsx';

interface TrackItemProps {
  track: Track;
  free: boolean;
  eager: boolean;
  heart: (track: Track) => ReactNode;
  onLocked: (track: Track) => void;
}

/** Memoised: among many items, only the one whose playback changes renders again. */
export const TrackItem = memo(function TrackItem(props: TrackItemProps) {
  const { track, free, eager, heart, onLocked } = props;
  const { title } = track;
  const player = usePlayer();
  const status = usePlayback(track.id);
  const sounding = isSounding(status);
  return (
    <TrackCard
      track={track}
      to={free ? `/player/${track.id}` : undefined}
      playing={status !== 'idle'}
      locked={!free}
      eager={eager}
      heart={heart(track)}
      menu={
        free ? (
          <TrackMenu title={track.title} onAdd={(place) => player.addToQueue(track, place)} />
        ) : null
      }
    >
      {free ? (
        <Link
          className="link bare small"
          to={`/player/${track.id}`}
          aria-label={`View Player: ${title}`}
        >
          View Player
        </Link>
      ) : (
        <button
          type="button"
          className="link bare small"
          aria-haspopup="dialog"
          aria-label={`View Player: ${title}`}
          onClick={() => onLocked(track)}
        >
          View Player
        </button>
      )}
      <PlayButton
        title={title}
        {...toPlayButtonProps(status)}
        tone={sounding ? 'stage' : 'soft'}
        onPointerDown={() => (free ? player.prepare(track) : undefined)}
        onClick={() => (free ? player.toggle(track, 'list') : onLocked(track))}
      />
    </TrackCard>
  );
});
