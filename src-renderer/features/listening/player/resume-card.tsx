import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { PlayButton } from '#renderer/components/play-button.tsx';
import { findStartTrack, libraryQuery, type Track } from '#renderer/data/audio-content.ts';
import {
  playbackAtom,
  playerAtom,
  toPlayButtonProps,
  usePlayback,
  usePlayer,
} from '#renderer/data/playback.ts';
import { useHasPremium } from '#renderer/data/subscription.ts';
import { focusStyle } from '#renderer/lib/focus-style.ts';
import { continueLabel, formatClock, formatLength } from '#renderer/lib/format.ts';
import { groundStyle } from '#renderer/lib/ground.ts';
import { Cover } from '#renderer/track-parts/cover.tsx';
import { stageOf } from '#renderer/track-parts/stage-mark.tsx';
import { savedPositionsAtom, useSpeed } from '../engine/player.atoms.ts';
import { useTrackTime } from './use-track-time.ts';

/** The main card of the home screen: the last interrupted track, or else the featured track. */
export function ResumeCard() {
  // Until the positions on this device are loaded, a placeholder takes their space.
  const isServerRendered = useAtomValue(playerAtom) === null;
  const track = useInterrupted();
  return (
    <>
      {isServerRendered ? <div className="resume-place" /> : null}
      {track && !isServerRendered ? <Resume track={track} /> : <Suggestion />}
    </>
  );
}

/** The last interrupted track that is still in the library. */
function useInterrupted(): Track | undefined {
  const saved = useAtomValue(savedPositionsAtom);
  const loaded = useAtomValue(playbackAtom).track;
  // Chosen once per visit, because the card must not change while the user reaches for it.
  const first = saved.find(({ id }) => id !== loaded?.id)?.id;
  const [chosenId, setChosenId] = useState(first);
  // Positions of other devices may arrive later; they count only while no track is chosen.
  if (chosenId === undefined && first !== undefined) setChosenId(first);
  const { data: track } = useQuery({
    ...libraryQuery(),
    select: (tracks) => tracks.find(({ id }) => id === chosenId),
  });
  return track;
}

function Resume({ track }: { track: Track }) {
  const { position, duration } = useTrackTime(track);
  const speed = useSpeed(track.kind);
  return (
    <LargeCard
      track={track}
      line="Where you left off"
      playTitle={`${track.title}, from ${formatClock(position)}`}
      time={continueLabel(position, duration, speed)}
    />
  );
}

function Suggestion() {
  const hasPremium = useHasPremium();
  const { data: tracks, isPending } = useQuery(libraryQuery());
  const track = findStartTrack(tracks, hasPremium);
  if (isPending) return <div className="resume-place start-card" />;
  if (!track) return null;
  return (
    <LargeCard
      className="start-card"
      track={track}
      line="Featured track"
      playTitle={track.title}
      time={formatLength(track.duration)}
    />
  );
}

interface LargeCardProps {
  track: Track;
  className?: string;
  line: string;
  playTitle: string;
  time: string;
}

function LargeCard({ track, className, line, playTitle, time }: LargeCardProps) {
  const player = usePlayer();
  const status = usePlayback(track.id);
  return (
    <section
      className={className ? `resume ground ${className}` : 'resume ground'}
      aria-labelledby="resume"
      data-stage={stageOf(track.category)}
      style={groundStyle(track.ground)}
    >
      <div className="resume-art" style={focusStyle(track.focus)}>
        <Cover src={track.image_url} lazy={false} />
      </div>
      <div className="resume-text">
        <p className="small">{line}</p>
        <h2 id="resume" className="clamped" title={track.title} dir="auto">
          {track.title}
        </h2>
        <div className="row">
          <PlayButton
            title={playTitle}
            {...toPlayButtonProps(status)}
            onPointerDown={() => player.prepare(track)}
            onClick={() => player.toggle(track, 'list')}
          />
          <span className="tabular-numbers">{time}</span>
        </div>
      </div>
    </section>
  );
}
