import { RotateCcw, RotateCw } from 'lucide-react';
import { Icon } from '#renderer/components/icon.tsx';
import { PlayDisc } from '#renderer/components/play-disc.tsx';
import { SeekSlider } from '#renderer/components/seek-slider.tsx';
import { formatClock } from '#renderer/lib/format.ts';
import { isSounding, SKIP_SECONDS, usePlayback, usePlayer } from '#renderer/lib/playback.ts';
import type { PlayerTrack } from './use-player-track.ts';
import { useTrackTime } from './use-track-time.ts';

export function PlayerControls({ track }: { track: PlayerTrack }) {
  const player = usePlayer();
  const status = usePlayback(track.id);
  return (
    <>
      <Progress track={track} />
      <div className="p-ctl">
        <button
          type="button"
          className="ib big"
          aria-label={`Skip back ${SKIP_SECONDS} seconds`}
          onClick={() => player.skip(track, -SKIP_SECONDS, 'player')}
        >
          <Icon of={RotateCcw} />
          <i aria-hidden="true">{SKIP_SECONDS}</i>
        </button>
        <PlayDisc
          huge
          tone="sun"
          title={track.title}
          sounding={isSounding(status)}
          loading={status === 'loading'}
          onClick={() => player.toggle(track, 'player')}
        />
        <button
          type="button"
          className="ib big"
          aria-label={`Skip forward ${SKIP_SECONDS} seconds`}
          onClick={() => player.skip(track, SKIP_SECONDS, 'player')}
        >
          <Icon of={RotateCw} />
          <i aria-hidden="true">{SKIP_SECONDS}</i>
        </button>
      </div>
    </>
  );
}

function Progress({ track }: { track: PlayerTrack }) {
  const player = usePlayer();
  const { position, duration } = useTrackTime(track);
  return (
    <div>
      <SeekSlider
        onGround
        position={position}
        duration={duration}
        onSeek={(wanted) => player.seek(track, wanted, 'player')}
      />
      <div className="times">
        <span>{formatClock(position)}</span>
        <span>{formatClock(duration)}</span>
      </div>
    </div>
  );
}
