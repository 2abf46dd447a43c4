import { useAtomValue, useSetAtom } from 'jotai';
import { RotateCcw, RotateCw, SkipBack, SkipForward } from 'lucide-react';
import { useEffect } from 'react';
import { Icon } from '#renderer/components/icon.tsx';
import { IconButton } from '#renderer/components/icon-button.tsx';
import { PlayButton } from '#renderer/components/play-button.tsx';
import { SeekSlider } from '#renderer/components/seek-slider.tsx';
import {
  type PlaybackStatus,
  queueAtom,
  SKIP_SECONDS,
  toPlayButtonProps,
  usePlayback,
  usePlayer,
  waitingMessage,
} from '#renderer/data/playback.ts';
import { continueLabel, formatClock, formatLength } from '#renderer/lib/format.ts';
import { useAnnounced } from '#renderer/lib/hooks/use-announced.ts';
import { pageTrackAtom, useSpeed } from '../engine/player.atoms.ts';
import type { PlayerTrack } from './use-player-track.ts';
import { useTrackTime } from './use-track-time.ts';

export function PlayerControls({ track }: { track: PlayerTrack }) {
  const player = usePlayer();
  const status = usePlayback(track.id);
  usePageTrack(track);
  return (
    <>
      <Progress track={track} />
      <Status track={track} status={status} />
      <div className="player-controls">
        <TrackButton to="previous" />
        <SkipButton track={track} to="back" />
        <PlayButton
          huge
          title={track.title}
          {...toPlayButtonProps(status)}
          onPointerDown={() => player.prepare(track)}
          onClick={() => player.toggle(track, 'player')}
        />
        <SkipButton track={track} to="forward" />
        <TrackButton to="next" />
      </div>
    </>
  );
}

function SkipButton({ track, to }: { track: PlayerTrack; to: 'back' | 'forward' }) {
  const player = usePlayer();
  const isBack = to === 'back';
  return (
    <button
      type="button"
      className="icon-button big"
      aria-label={`Skip ${to} ${SKIP_SECONDS} seconds`}
      onClick={() => player.skip(track, isBack ? -SKIP_SECONDS : SKIP_SECONDS, 'player')}
    >
      <Icon of={isBack ? RotateCcw : RotateCw} />
      <i aria-hidden="true">{SKIP_SECONDS}</i>
    </button>
  );
}

/** Makes the keyboard shortcuts start the track of this page. */
function usePageTrack(track: PlayerTrack): void {
  const setPageTrack = useSetAtom(pageTrackAtom);
  useEffect(() => {
    setPageTrack(track);
    return () => setPageTrack(null);
  }, [track, setPageTrack]);
}

/** Hidden for a single track. 'Next' is disabled at the end of a queue that does not repeat. */
function TrackButton({ to }: { to: 'previous' | 'next' }) {
  const { tracks, at, repeat } = useAtomValue(queueAtom);
  const player = usePlayer();
  if (tracks.length < 2) return null;
  const isNext = to === 'next';
  return (
    <IconButton
      icon={isNext ? SkipForward : SkipBack}
      label={isNext ? 'Next track' : 'Previous track'}
      disabled={isNext && at === tracks.length - 1 && repeat !== 'all'}
      onClick={isNext ? player.next : player.previous}
    />
  );
}

function Status({ track, status }: { track: PlayerTrack; status: PlaybackStatus }) {
  const { position, duration } = useTrackTime(track);
  const speed = useSpeed(track.kind);
  const message = waitingMessage(status, position);
  useAnnounced(message);
  return (
    <p className="player-status small">
      {message ??
        (status === 'idle' && position > 0 ? continueLabel(position, duration, speed) : null)}
    </p>
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
        <span>{formatLength(duration)}</span>
      </div>
    </div>
  );
}
