import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { PlayDisc } from '#renderer/components/play-disc.tsx';
import { libraryQuery, type Track } from '#renderer/data/audio-content.ts';
import { discOf, playbackAtom, usePlayback, usePlayer } from '#renderer/data/playback.ts';
import { focusStyle } from '#renderer/lib/focus-style.ts';
import { formatClock } from '#renderer/lib/format.ts';
import { groundStyle } from '#renderer/lib/ground.ts';
import { useAlive } from '#renderer/lib/use-alive.ts';
import { Cover } from '#renderer/track-parts/cover.tsx';
import { stageOf } from '#renderer/track-parts/stage-mark.tsx';
import { keptPositionsAtom, useSpeed } from './player.atoms.ts';
import { useTrackTime } from './use-track-time.ts';

/** The track she was interrupted in, while it is still in the library; otherwise nothing. */
export function ResumeCard() {
  // The document of everybody holds its place, which shows where this device has something to put there.
  return useAlive() ? <Interrupted /> : <div className="resume-place" />;
}

function Interrupted() {
  const kept = useAtomValue(keptPositionsAtom);
  const loaded = useAtomValue(playbackAtom).track;
  // Chosen when the screen opens: the card must not change, or go, under her finger.
  const first = kept.find(({ id }) => id !== loaded?.id)?.id;
  const [chosenId, setChosenId] = useState(first);
  // A place that comes from another device may still come; the card then changes no more.
  if (chosenId === undefined && first !== undefined) setChosenId(first);
  const { data: track } = useQuery({
    ...libraryQuery(),
    select: (tracks) => tracks.find(({ id }) => id === chosenId),
  });
  return track ? <Resume track={track} /> : null;
}

function Resume({ track }: { track: Track }) {
  const player = usePlayer();
  const status = usePlayback(track.id);
  const { position, duration } = useTrackTime(track);
  const left = (duration - Math.floor(position)) / useSpeed(track.kind);
  return (
    <section
      className="resume ground"
      aria-labelledby="resume"
      data-stage={stageOf(track.category)}
      style={groundStyle(track.ground)}
    >
      <div className="resume-art" style={focusStyle(track.focus)}>
        <Cover src={track.image_url} lazy={false} />
      </div>
      <div className="resume-text">
        <p className="small">Where you left off</p>
        <h2 id="resume">{track.title}</h2>
        <div className="resume-row">
          <PlayDisc
            title={`${track.title}, from ${formatClock(position)}`}
            tone="sun"
            {...discOf(status)}
            onPointerDown={() => player.prepare(track)}
            onClick={() => player.toggle(track, 'list')}
          />
          <span className="num">
            Continue from {formatClock(position)}, {formatClock(left)} left
          </span>
        </div>
      </div>
    </section>
  );
}
