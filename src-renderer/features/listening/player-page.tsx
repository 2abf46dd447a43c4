import type { ReactNode } from 'react';
import { Button, ButtonLink } from '#renderer/components/button.tsx';
import { EmptyState } from '#renderer/components/empty-state.tsx';
import { BackButton } from '#renderer/components/page-head.tsx';
import { LoadingWords } from '#renderer/components/skeleton.tsx';
import { isFree, LIBRARY_KEYS, type Track } from '#renderer/data/audio-content.ts';
import { useHasPremium } from '#renderer/data/subscription.ts';
import { formatMinutes } from '#renderer/lib/format.ts';
import { groundStyle } from '#renderer/lib/ground.ts';
import { useNamePage } from '#renderer/lib/page-name.ts';
import { Link, useLocation } from '#renderer/lib/router.tsx';
import { useChangeEvents } from '#renderer/lib/use-change-events.ts';
import { Cover } from '#renderer/track-parts/cover.tsx';
import { stageOf } from '#renderer/track-parts/stage-mark.tsx';
import { Chapters } from './chapters.tsx';
import { PlayerArt } from './player-art.tsx';
import { PlayerControls } from './player-controls.tsx';
import { PlayerTitle } from './player-title.tsx';
import { PlayerTools } from './player-tools.tsx';
import { ReadAlong } from './read-along.tsx';
import { type PlayerTrack, usePlayerTrack } from './use-player-track.ts';
import './player.css';

interface PlayerPageProps {
  heart: (track: { id: number; title: string }) => ReactNode;
}

export function PlayerPage({ heart }: PlayerPageProps) {
  const trackId = Number(useLocation().pathname.split('/')[2]);
  const { track, hasFailed, others, retry } = usePlayerTrack(trackId);
  useChangeEvents('audio_content', LIBRARY_KEYS);
  useNamePage(track?.title);
  if (track) return <FullPlayer track={track} others={others} heart={heart(track)} />;
  if (!hasFailed) return <PlayerOnItsWay />;
  return (
    <main id="main" tabIndex={-1} className="player-wait">
      <BackButton to="/home" />
      <EmptyState
        isPage
        land="dusk"
        title="Error loading meditation content."
        text="It may have been taken out of the library, or the connection is gone."
      >
        <Button onClick={retry}>Try again</Button>
        <ButtonLink to="/home" look="soft">
          Find a meditation
        </ButtonLink>
      </EmptyState>
    </main>
  );
}

/** The ground and the places of what comes, from the first frame on. */
function PlayerOnItsWay() {
  return (
    <main id="main" tabIndex={-1} className="player ground" data-cover="01" aria-busy="true">
      <i className="p-art skel" />
      <div className="p-top">
        <BackButton to="/home" onArt />
      </div>
      <div className="p-body">
        <div className="p-in player-skel">
          <i className="skel" />
          <LoadingWords>Loading meditation...</LoadingWords>
          <i className="skel" />
          <i className="skel" />
        </div>
      </div>
    </main>
  );
}

interface FullPlayerProps {
  track: PlayerTrack;
  others: readonly Track[];
  heart: ReactNode;
}

function FullPlayer({ track, others, heart }: FullPlayerProps) {
  const hasPremium = useHasPremium();
  return (
    <main
      id="main"
      tabIndex={-1}
      className="player ground"
      data-stage={stageOf(track.category)}
      style={groundStyle(track.ground)}
    >
      <PlayerArt track={track} />
      <div className="p-top">
        <BackButton to="/home" onArt />
        <LabourPill />
      </div>
      <div className="p-body">
        <div className="p-in">
          <PlayerTitle title={track.title} description={track.description}>
            {heart}
          </PlayerTitle>
          {isFree(track, hasPremium) ? (
            <>
              <PlayerControls track={track} />
              <PlayerTools track={track} />
              {track.chapters ? <Chapters track={track} chapters={track.chapters} /> : null}
            </>
          ) : (
            <ButtonLink to="/subscription" block>
              Unlock Premium Content
            </ButtonLink>
          )}
          {track.transcript ? (
            <ReadAlong
              track={track}
              transcript={track.transcript}
              canHear={isFree(track, hasPremium)}
            />
          ) : null}
          <MoreTracks tracks={nearest(track, others)} />
        </div>
      </div>
    </main>
  );
}

/** The way into labour mode: the ember and its ring. */
function LabourPill() {
  return (
    <Link className="on-art p-labour" to="/labour">
      <svg
        className="icon"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        aria-hidden="true"
      >
        <circle cx="12" cy="12" r="5" strokeWidth="1.8" />
        <circle cx="12" cy="12" r="10" strokeWidth="1.2" opacity=".55" />
      </svg>
      Labour mode
    </Link>
  );
}

function MoreTracks({ tracks }: { tracks: readonly Track[] }) {
  if (tracks.length === 0) return null;
  return (
    <section className="p-queue" aria-labelledby="more">
      <h2 id="more">More to hear</h2>
      <ul>
        {tracks.map(({ id, title, duration, image_url, category }) => (
          <li key={id} data-stage={stageOf(category)}>
            <Cover src={image_url} />
            <Link to={`/player/${id}`}>
              <b>{title}</b>
              <small className="num">{formatMinutes(duration)}</small>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Three of her stage first, then the rest in the order of the library. */
function nearest(track: PlayerTrack, others: readonly Track[]): readonly Track[] {
  const isSameStage = ({ category }: Track) => category === track.category;
  return [...others.filter(isSameStage), ...others.filter((other) => !isSameStage(other))].slice(
    0,
    3,
  );
}
