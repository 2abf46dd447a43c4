import { useQuery } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { Navigate } from 'react-router-dom';
import { ButtonLink } from '#renderer/components/button.tsx';
import { Icon } from '#renderer/components/icon.tsx';
import { Link } from '#renderer/components/link.tsx';
import { EmptyState } from '#renderer/components/messages/empty-state.tsx';
import { SignInPrompt } from '#renderer/components/messages/sign-in-prompt.tsx';
import { PageHead } from '#renderer/components/page-head.tsx';
import { LoadingText } from '#renderer/components/skeleton.tsx';
import { libraryQuery, type Track } from '#renderer/data/audio-content.ts';
import { usePlayback, usePlayer } from '#renderer/data/playback.ts';
import { usePlayAll } from '#renderer/data/use-play-all.ts';
import { useUser } from '#renderer/lib/session.ts';
import { useOffersAccount } from '#renderer/lib/use-offers-account.ts';
import { PlayAllButton } from '#renderer/track-parts/play-all-button.tsx';
import { TrackCard, TrackCardSkeletons } from '#renderer/track-parts/track-card.tsx';
import { TrackMenu } from '#renderer/track-parts/track-menu.tsx';
import { FavoriteButton } from './favorite-button.tsx';
import { favoritesQuery } from './favorites-query.ts';
import './favorites.css';

export function FavoritesPage() {
  const user = useUser();
  const offersAccount = useOffersAccount();
  if (user === null && !offersAccount) return <Navigate to="/home" replace />;
  return (
    <main id="main" tabIndex={-1} className="wrap favorites">
      <PageHead title="Your Favorites" backTo="/profile" />
      {user === null ? (
        <SignInPrompt
          title="Please login to add favorites"
          text="You can listen to everything without an account. Sign in to save your favorites."
        />
      ) : (
        <FavoriteTracks userId={user?.id ?? ''} />
      )}
    </main>
  );
}

function FavoriteTracks({ userId }: { userId: string }) {
  const favorites = useQuery(favoritesQuery(userId));
  const library = useQuery(libraryQuery());
  const playAll = usePlayAll();
  if (!favorites.data || !library.data) {
    const handleRetry = () => void Promise.all([favorites.refetch(), library.refetch()]);
    return favorites.isError || library.isError ? (
      <EmptyState
        title="We couldn’t load your favorites"
        text="Nothing is lost. They’ll appear as soon as you’re back online."
        onRetry={handleRetry}
      />
    ) : (
      <div aria-busy="true">
        <div className="loading">
          <LoadingText>Loading...</LoadingText>
        </div>
        <TrackCardSkeletons count={3} />
      </div>
    );
  }
  const favoriteIds = new Set(favorites.data);
  const tracks = library.data.filter(({ id }) => favoriteIds.has(id));
  if (tracks.length === 0) return <NoFavorites />;
  return (
    <>
      {tracks.length > 1 ? (
        <div className="row">
          <PlayAllButton onPlay={() => playAll(tracks, 'list')} />
        </div>
      ) : null}
      <div className="tracks-room">
        <ul className="tracks">
          {tracks.map((track) => (
            <FavoriteTrack key={track.id} track={track} />
          ))}
        </ul>
      </div>
    </>
  );
}

function NoFavorites() {
  return (
    <EmptyState
      title="No favorite meditations yet"
      text="Press the heart on any track and it will wait for you here."
    >
      <ButtonLink to="/home" look="soft">
        Find a meditation
      </ButtonLink>
    </EmptyState>
  );
}

function FavoriteTrack({ track }: { track: Track }) {
  const { id, title } = track;
  const player = usePlayer();
  const status = usePlayback(id);
  return (
    <TrackCard
      track={track}
      to={`/player/${id}`}
      playing={status !== 'idle'}
      heart={<FavoriteButton trackId={id} title={title} />}
      menu={<TrackMenu title={title} onAdd={(place) => player.addToQueue(track, place)} />}
    >
      <PlayLinks track={track} />
    </TrackCard>
  );
}

/** Both links open the player and start playback at once: browsers require a user gesture for it. */
function PlayLinks({ track }: { track: Track }) {
  const player = usePlayer();
  const to = `/player/${track.id}`;
  const handleClick = () => player.play(track, 'player');
  return (
    <>
      <Link
        className="link bare small"
        to={to}
        aria-label={`Play Now: ${track.title}`}
        onClick={handleClick}
      >
        Play Now
      </Link>
      <Link
        className="play-button soft"
        to={to}
        aria-label={`Play: ${track.title}`}
        onClick={handleClick}
      >
        <Icon of={Play} className="i-play" />
      </Link>
    </>
  );
}
