import { type Chapter, findChapterIndex } from '#contract/constants/tracks/chapters.ts';
import { usePlayer } from '#renderer/data/playback.ts';
import { formatClock } from '#renderer/lib/format.ts';
import type { PlayerTrack } from './use-player-track.ts';
import { useTrackTime } from './use-track-time.ts';
import './chapters.css';

/** Links to a track's chapters; marks the current one. */
export function Chapters({
  track,
  chapters,
}: {
  track: PlayerTrack;
  chapters: readonly Chapter[];
}) {
  const player = usePlayer();
  const { position } = useTrackTime(track);
  const current = findChapterIndex(chapters, position);
  return (
    <details className="player-read player-parts">
      <summary>Chapters</summary>
      <ol className="player-chapters">
        {chapters.map(({ start, title }, index) => (
          <li key={start}>
            <button
              type="button"
              aria-current={index === current ? 'true' : undefined}
              onClick={() => player.seek(track, start, 'player')}
            >
              <span>{title}</span>
              <small className="tabular-numbers">{formatClock(start)}</small>
            </button>
          </li>
        ))}
      </ol>
    </details>
  );
}
