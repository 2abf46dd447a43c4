import { useAtomValue } from 'jotai';
import { RotateCcw, RotateCw } from 'lucide-react';
import { IconButton } from '#renderer/components/icon-button.tsx';
import { PlayButton } from '#renderer/components/play-button.tsx';
import { SeekSlider } from '#renderer/components/seek-slider.tsx';
import type { Track } from '#renderer/data/audio-content.ts';
import {
  playbackTimeAtom,
  SKIP_SECONDS,
  toPlayButtonProps,
  usePlayback,
  usePlayer,
} from '#renderer/data/playback.ts';
import { formatClock, formatLength } from '#renderer/lib/format.ts';
import { groundStyle } from '#renderer/lib/ground.ts';
import { Cover } from '#renderer/track-parts/cover.tsx';
import { stageOf } from '#renderer/track-parts/stage-mark.tsx';

export function FeaturedPlayer({ track }: { track: Track }) {
  const player = usePlayer();
  const status = usePlayback(track.id);
  const time = useAtomValue(playbackTimeAtom);
  const position = status === 'idle' ? 0 : time.position;
  const duration = status === 'idle' ? track.duration : time.duration || track.duration;
  return (
    <section
      className="featured ground"
      style={groundStyle(track.ground)}
      data-stage={stageOf(track.category)}
      aria-label="Featured track"
    >
      <Cover src={track.image_url} lazy={false} />
      <div className="featured-text">
        <h2 dir="auto">{track.title}</h2>
        <p className="small">Featured track</p>
      </div>
      <div className="featured-controls">
        <IconButton
          icon={RotateCcw}
          label={`Back ${SKIP_SECONDS} seconds`}
          onClick={() => player.skip(track, -SKIP_SECONDS, 'tracks')}
        />
        <PlayButton
          title={track.title}
          {...toPlayButtonProps(status)}
          onPointerDown={() => player.prepare(track)}
          onClick={() => player.toggle(track, 'tracks')}
        />
        <IconButton
          icon={RotateCw}
          label={`Forward ${SKIP_SECONDS} seconds`}
          onClick={() => player.skip(track, SKIP_SECONDS, 'tracks')}
        />
      </div>
      <div className="featured-seek">
        <SeekSlider
          onGround
          position={position}
          duration={duration}
          onSeek={(second) => player.seek(track, second, 'tracks')}
        />
        <div className="times">
          <span>{formatClock(position)}</span>
          <span>{formatLength(duration)}</span>
        </div>
      </div>
    </section>
  );
}
