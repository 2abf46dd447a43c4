import { useAtomValue } from 'jotai';
import { Timer, Undo2, VolumeX } from 'lucide-react';
import { Icon } from '#renderer/components/icon.tsx';
import { IconButton } from '#renderer/components/icon-button.tsx';
import { PlayDisc } from '#renderer/components/play-disc.tsx';
import { toPercent } from '#renderer/components/seek-slider.tsx';
import {
  discOf,
  isSounding,
  type PlayableTrack,
  type PlaybackStatus,
  playbackAtom,
  playbackTimeAtom,
  queueAtom,
  SKIP_SECONDS,
  usePlayer,
  waitingWords,
} from '#renderer/data/playback.ts';
import { formatClock } from '#renderer/lib/format.ts';
import { groundStyle } from '#renderer/lib/ground.ts';
import { usePublishedCover } from '#renderer/lib/publish-cover.ts';
import { Link } from '#renderer/lib/router.tsx';
import { useAnnounced } from '#renderer/lib/use-announced.ts';
import { Cover } from '#renderer/track-parts/cover.tsx';
import { stageOf } from '#renderer/track-parts/stage-mark.tsx';
import { isMutedAtom } from './player.atoms.ts';
import { PLAYER_BAR_ID, SkipToPlayer } from './skip-to-player.tsx';
import { useSleepWords } from './use-sleep-words.ts';

/** Floats over the tab bar on phones and is centred above the lower edge elsewhere. */
export function NowPlayingBar() {
  const { track, status, hasStarted } = useAtomValue(playbackAtom);
  const player = usePlayer();
  const { offer } = useAtomValue(queueAtom);
  const cover = usePublishedCover('--covered-by-sound');
  if (!track) return offer ? <Offer track={offer} /> : null;
  if (!(hasStarted || isSounding(status))) return null;
  return (
    <aside
      ref={cover}
      id={PLAYER_BAR_ID}
      tabIndex={-1}
      className="now ground"
      aria-label="Now playing"
      data-stage={stageOf(track.category)}
      style={groundStyle(track.ground)}
    >
      <SkipToPlayer />
      <Cover src={track.image_url} lazy={false} />
      <Link to={`/player/${track.id}`}>
        <b>{track.title}</b>
        <span className="now-small">
          <PlayedTime status={status} />
          <SleepLeft />
          <SoundOff />
        </span>
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
        {...discOf(status)}
        onClick={() => player.toggle(track, 'list')}
      />
      <PlayedLine />
    </aside>
  );
}

/** After an end: what would come next, in one tap. */
function Offer({ track }: { track: PlayableTrack }) {
  const player = usePlayer();
  return (
    <aside
      ref={usePublishedCover('--covered-by-sound')}
      className="now ground"
      aria-label="What comes next"
      data-stage={stageOf(track.category)}
      style={groundStyle(track.ground)}
    >
      <Cover src={track.image_url} lazy={false} />
      <Link to={`/player/${track.id}`}>
        <b>{track.title}</b>
        <small>What comes next</small>
      </Link>
      <PlayDisc
        title={track.title}
        tone="sun"
        sounding={false}
        onPointerDown={() => player.prepare(track)}
        onClick={() => player.play(track, 'list')}
      />
    </aside>
  );
}

function SoundOff() {
  return useAtomValue(isMutedAtom) ? (
    <small className="now-sleep">
      <Icon of={VolumeX} />
      Sound off
    </small>
  ) : null;
}

function SleepLeft() {
  const words = useSleepWords();
  if (!words) return null;
  return (
    <small className="now-sleep">
      <Icon of={Timer} />
      <span className="sr">Sleep timer: </span>
      {words.short}
    </small>
  );
}

function PlayedTime({ status }: { status: PlaybackStatus }) {
  const { position, duration } = useAtomValue(playbackTimeAtom);
  const words = waitingWords(status, position);
  useAnnounced(words);
  return (
    <small>
      {words ?? (
        <span aria-hidden="true">
          {formatClock(position)} of {formatClock(duration)}
        </span>
      )}
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
