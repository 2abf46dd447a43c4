import { useAtomValue } from 'jotai';
import { Undo2 } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Cover } from '#renderer/components/cover.tsx';
import { IconButton } from '#renderer/components/icon-button.tsx';
import { PlayDisc } from '#renderer/components/play-disc.tsx';
import { toPercent } from '#renderer/components/seek-slider.tsx';
import { stageOf } from '#renderer/components/stage-mark.tsx';
import { formatClock } from '#renderer/lib/format.ts';
import { groundStyle } from '#renderer/lib/ground.ts';
import {
  isSounding,
  playbackAtom,
  playbackTimeAtom,
  SKIP_SECONDS,
  usePlayer,
} from '#renderer/lib/playback.ts';

/** Floats over the tab bar on phones and is centred above the lower edge elsewhere. */
export function NowPlayingBar() {
  const { track, status, hasStarted } = useAtomValue(playbackAtom);
  const player = usePlayer();
  const sounding = isSounding(status);
  if (!track || !(hasStarted || sounding)) return null;
  return (
    <aside
      className="now ground"
      aria-label="Now playing"
      data-stage={stageOf(track.category)}
      style={groundStyle(track.ground)}
    >
      <Cover src={track.image_url} lazy={false} />
      <Link to={`/player/${track.id}`}>
        <b>{track.title}</b>
        <PlayedTime />
      </Link>
      <IconButton
        icon={Undo2}
        label={`Back ${SKIP_SECONDS} seconds`}
        className="now-back"
        onClick={() => player.skip(track, -SKIP_SECONDS, 'list')}
      />
      <PlayDisc
        title={track.title}
        tone="sun"
        sounding={sounding}
        loading={status === 'loading'}
        onClick={() => player.toggle(track, 'list')}
      />
      <PlayedLine />
    </aside>
  );
}

function PlayedTime() {
  const { position, duration } = useAtomValue(playbackTimeAtom);
  return (
    <small>
      {formatClock(position)} of {formatClock(duration)}
    </small>
  );
}

function PlayedLine() {
  const { position, duration } = useAtomValue(playbackTimeAtom);
  return (
    <div className="line" aria-hidden="true">
      <i style={{ width: `${toPercent(position, duration)}%` }} />
    </div>
  );
}
