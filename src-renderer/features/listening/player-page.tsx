import { CircleDot } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { Button, ButtonLink } from '#renderer/components/button.tsx';
import { Icon } from '#renderer/components/icon.tsx';
import { Link } from '#renderer/components/link.tsx';
import { EmptyState } from '#renderer/components/messages/empty-state.tsx';
import { BackButton } from '#renderer/components/page-head.tsx';
import { LoadingText } from '#renderer/components/skeleton.tsx';
import { isFree, type Track } from '#renderer/data/audio-content.ts';
import { usePlayer } from '#renderer/data/playback.ts';
import { useHasPremium } from '#renderer/data/subscription.ts';
import { formatLength } from '#renderer/lib/format.ts';
import { groundStyle } from '#renderer/lib/ground.ts';
import { useNamePage } from '#renderer/lib/page-name.ts';
import { useOffersAccount } from '#renderer/lib/use-offers-account.ts';
import { Cover } from '#renderer/track-parts/cover.tsx';
import { stageOf } from '#renderer/track-parts/stage-mark.tsx';
import { TrackMenu } from '#renderer/track-parts/track-menu.tsx';
import { Chapters } from './player/chapters.tsx';
import { PlayerArt } from './player/player-art.tsx';
import { PlayerControls } from './player/player-controls.tsx';
import { PlayerTitle } from './player/player-title.tsx';
import { PlayerTools } from './player/player-tools.tsx';
import { ReadAlong } from './player/read-along.tsx';
import { type PlayerTrack, usePlayerTrack } from './player/use-player-track.ts';
import './player/player.css';

interface PlayerPageProps {
  heart: (track: { id: number; title: string }) => ReactNode;
}

export function PlayerPage({ heart }: PlayerPageProps) {
  const trackId = Number(useLocation().pathname.split('/')[2]);
  const { track, isMissing, hasFailed, others, retry } = usePlayerTrack(trackId);
  useNamePage(track?.title);
  if (track) return <FullPlayer track={track} others={others} heart={heart(track)} />;
  if (!isMissing && !hasFailed) return <PlayerSkeleton />;
  return (
    <main id="main" tabIndex={-1} className="player-error">
      <BackButton to="/home" />
      <EmptyState
        isPage
        illustration={isMissing ? 'lost' : 'dusk'}
        title={isMissing ? 'This track is not here' : 'Error loading meditation content.'}
        text={
          isMissing
            ? 'It may have been removed from the library.'
            : 'Check your connection and try again.'
        }
      >
        {isMissing ? null : <Button onClick={retry}>Try again</Button>}
        <ButtonLink to="/home" look={isMissing ? 'primary' : 'soft'}>
          Find a meditation
        </ButtonLink>
      </EmptyState>
    </main>
  );
}

/** A skeleton with the final background and layout. */
function PlayerSkeleton() {
  return (
    <main id="main" tabIndex={-1} className="player ground" data-cover="01" aria-busy="true">
      <i className="player-art skeleton" />
      <div className="player-top">
        <BackButton to="/home" onArt />
      </div>
      <div className="player-body">
        <div className="player-inner player-skeleton">
          <i className="skeleton" />
          <LoadingText>Loading meditation...</LoadingText>
          <i className="skeleton" />
          <i className="skeleton" />
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
  const offersAccount = useOffersAccount();
  return (
    <main
      id="main"
      tabIndex={-1}
      className="player ground"
      data-stage={stageOf(track.category)}
      style={groundStyle(track.ground)}
    >
      <PlayerArt track={track} />
      <div className="player-top">
        <BackButton to="/home" onArt />
        <Link className="on-art player-labour" to="/labour">
          <Icon of={CircleDot} />
          Labour mode
        </Link>
      </div>
      <div className="player-body">
        <div className="player-inner">
          <PlayerTitle title={track.title} description={track.description}>
            {heart}
          </PlayerTitle>
          {isFree(track, hasPremium) ? (
            <>
              <PlayerControls track={track} />
              <PlayerTools track={track} />
              {track.chapters ? <Chapters track={track} chapters={track.chapters} /> : null}
            </>
          ) : offersAccount ? (
            <ButtonLink to="/subscription" block>
              Unlock Premium Content
            </ButtonLink>
          ) : (
            <p>This is a premium meditation. It plays in an account with premium access.</p>
          )}
          {track.transcript ? (
            <ReadAlong
              track={track}
              transcript={track.transcript}
              hasAccess={isFree(track, hasPremium)}
            />
          ) : null}
          <MoreTracks tracks={similarTracks(track, others)} />
        </div>
      </div>
    </main>
  );
}

function MoreTracks({ tracks }: { tracks: readonly Track[] }) {
  const hasPremium = useHasPremium();
  const player = usePlayer();
  if (tracks.length === 0) return null;
  return (
    <section className="player-queue" aria-labelledby="more">
      <h2 id="more">More to hear</h2>
      <ul>
        {tracks.map((track) => (
          <li key={track.id} data-stage={stageOf(track.category)}>
            <Cover src={track.image_url} />
            <Link to={`/player/${track.id}`}>
              <b className="clamped" dir="auto">
                {track.title}
              </b>
              <small className="tabular-numbers">{formatLength(track.duration)}</small>
            </Link>
            {isFree(track, hasPremium) ? (
              <TrackMenu title={track.title} onAdd={(place) => player.addToQueue(track, place)} />
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Three tracks: those of the same stage first, each group in the library's order. */
function similarTracks(track: PlayerTrack, others: readonly Track[]): readonly Track[] {
  const isSameStage = ({ category }: Track) => category === track.category;
  return [...others.filter(isSameStage), ...others.filter((other) => !isSameStage(other))].slice(
    0,
    3,
  );
}
