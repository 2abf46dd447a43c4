import { useAtomValue } from 'jotai';
import { Timer, Undo2, VolumeX } from 'lucide-react';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { Icon } from '#renderer/components/icon.tsx';
import { IconButton } from '#renderer/components/icon-button.tsx';
import { Link } from '#renderer/components/link.tsx';
import { PlayButton } from '#renderer/components/play-button.tsx';
import { toPercent } from '#renderer/components/seek-slider.tsx';
import {
  isSounding,
  type PlayableTrack,
  type PlaybackStatus,
  playbackAtom,
  playbackTimeAtom,
  queueAtom,
  SKIP_SECONDS,
  toPlayButtonProps,
  usePlayer,
  waitingMessage,
} from '#renderer/data/playback.ts';
import { formatProgress } from '#renderer/lib/format.ts';
import { groundStyle } from '#renderer/lib/ground.ts';
import { useAnnounced } from '#renderer/lib/hooks/use-announced.ts';
import { Cover } from '#renderer/track-parts/cover.tsx';
import { stageOf } from '#renderer/track-parts/stage-mark.tsx';
import { isMutedAtom } from '../engine/player.atoms.ts';
import { useSleepLabel } from '../sleep/use-sleep-label.ts';
import { VolumeControl } from './volume-control.tsx';

const PLAYER_BAR_ID = 'now-playing';

/** Floats above the tab bar on phones; elsewhere centred above the lower edge of the window. */
export function NowPlayingBar() {
  const { track, status, hasStarted } = useAtomValue(playbackAtom);
  const player = usePlayer();
  const { offer } = useAtomValue(queueAtom);
  if (!track) return offer ? <Offer track={offer} /> : null;
  if (!(hasStarted || isSounding(status))) return null;
  return (
    <aside
      ref={revealFocus}
      id={PLAYER_BAR_ID}
      tabIndex={-1}
      className="now-playing ground"
      aria-label="Now playing"
      data-stage={stageOf(track.category)}
      style={groundStyle(track.ground)}
    >
      <SkipToPlayer />
      <Cover src={track.image_url} lazy={false} />
      <Link to={`/player/${track.id}`}>
        <b dir="auto">{track.title}</b>
        <span className="now-playing-small">
          <PlayedTime status={status} />
          <SleepLeft />
          <MutedLabel />
        </span>
      </Link>
      <IconButton
        icon={Undo2}
        label={`Back ${SKIP_SECONDS} seconds`}
        className="now-playing-back"
        onClick={() => player.skip(track, -SKIP_SECONDS, 'list')}
      />
      <VolumeControl />
      <PlayButton
        title={track.title}
        {...toPlayButtonProps(status)}
        onClick={() => player.toggle(track, 'list')}
      />
      <ProgressLine />
    </aside>
  );
}

/** Suggests a track after the end of the playback. */
function Offer({ track }: { track: PlayableTrack }) {
  const player = usePlayer();
  return (
    <aside
      ref={revealFocus}
      className="now-playing ground"
      aria-label="What comes next"
      data-stage={stageOf(track.category)}
      style={groundStyle(track.ground)}
    >
      <Cover src={track.image_url} lazy={false} />
      <Link to={`/player/${track.id}`}>
        <b dir="auto">{track.title}</b>
        <small>What comes next</small>
      </Link>
      <PlayButton
        title={track.title}
        sounding={false}
        onPointerDown={() => player.prepare(track)}
        onClick={() => player.play(track, 'list')}
      />
    </aside>
  );
}

/** Scrolls the focused element clear of the bar that has just appeared, by the page's `scroll-padding-bottom`. */
function revealFocus(bar: HTMLElement | null): void {
  const active = document.activeElement;
  if (!active || active === document.body || !bar || bar.contains(active)) return;
  const { top, bottom } = active.getBoundingClientRect();
  if (top < window.innerHeight && bottom > bar.getBoundingClientRect().top) {
    active.scrollIntoView({ block: 'nearest' });
  }
}

function MutedLabel() {
  return useAtomValue(isMutedAtom) ? (
    <small className="now-playing-sleep">
      <Icon of={VolumeX} />
      Sound off
    </small>
  ) : null;
}

function SleepLeft() {
  const label = useSleepLabel();
  if (!label) return null;
  return (
    <small className="now-playing-sleep">
      <Icon of={Timer} />
      <span className="visually-hidden">Sleep timer: </span>
      {label.short}
    </small>
  );
}

function PlayedTime({ status }: { status: PlaybackStatus }) {
  const { position, duration } = useAtomValue(playbackTimeAtom);
  const message = waitingMessage(status, position);
  useAnnounced(message);
  return (
    <small>{message ?? <span aria-hidden="true">{formatProgress(position, duration)}</span>}</small>
  );
}

function ProgressLine() {
  const { position, duration } = useAtomValue(playbackTimeAtom);
  return (
    <div className="line" aria-hidden="true">
      <i style={{ width: `${toPercent(position, duration)}%` }} />
    </div>
  );
}

/**
 * Skip link to the player bar, which is at the end of the page (WCAG 2.4.1). A portal puts the link
 * at the beginning of the page; the bar renders it, so that it exists only together with the bar.
 */
function SkipToPlayer() {
  const [host, setHost] = useState<HTMLElement>();
  useEffect(() => {
    const container = document.createElement('div');
    document.body.prepend(container);
    setHost(container);
    return () => container.remove();
  }, []);
  if (!host) return null;
  return createPortal(
    <a className="skip" href={`#${PLAYER_BAR_ID}`}>
      Skip to the player
    </a>,
    host,
  );
}
