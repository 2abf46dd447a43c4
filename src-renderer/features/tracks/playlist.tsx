import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useAtom } from 'jotai';
import { type ReactNode, useState } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { lazyComponent } from '#renderer/components/lazy-component.tsx';
import { Link } from '#renderer/components/link.tsx';
import { EmptyState } from '#renderer/components/messages/empty-state.tsx';
import { LoadingText } from '#renderer/components/skeleton.tsx';
import { isWhole, libraryQuery, type Track } from '#renderer/data/audio-content.ts';
import { useHasPremium } from '#renderer/data/subscription.ts';
import { usePlayAll } from '#renderer/data/use-play-all.ts';
import { AFTER_TYPING_MS, useAnnounced } from '#renderer/lib/hooks/use-announced.ts';
import { PlayAllButton } from '#renderer/track-parts/play-all-button.tsx';
import { TrackCardSkeletons } from '#renderer/track-parts/track-card.tsx';
import { categoryAtom, searchAtom } from './library.atoms.ts';
import { TrackList } from './track-list.tsx';
import { useFoundTracks } from './use-found-tracks.ts';

const PremiumSheet = lazyComponent(
  () => import('./premium-sheet.tsx').then((module) => module.PremiumSheet),
  { isOpenedByPress: true },
);

export function Playlist({ heart }: { heart: (track: Track) => ReactNode }) {
  const library = useQuery(libraryQuery());
  const { found, hiddenCount } = useFoundTracks(library.data ?? NO_TRACKS);
  const playAll = usePlayAll();
  return (
    <section aria-labelledby="playlist" className="list-section">
      <div className="row between list-head">
        <h2 id="playlist">Meditation Playlist</h2>
        <span className="row">
          <PlayAllButton small disabled={found.length < 2} onPlay={() => playAll(found, 'list')} />
          <Link className="link small" to="/tracks">
            View All
          </Link>
        </span>
      </div>
      {library.data ? (
        <FoundTracks
          library={library}
          total={library.data.length}
          found={found}
          hiddenCount={hiddenCount}
          heart={heart}
        />
      ) : (
        <MissingTracks library={library} />
      )}
    </section>
  );
}

const NO_TRACKS: readonly Track[] = [];

type Library = UseQueryResult<Track[]>;

/** Replaces tracks that are loading or could not be loaded. */
function MissingTracks({ library }: { library: Library }) {
  return library.isError ? (
    <EmptyState
      title="We couldn’t load the meditations"
      text="They’ll appear as soon as you’re back online."
      onRetry={() => void library.refetch()}
    />
  ) : (
    <div aria-busy="true">
      <LoadingText>Loading...</LoadingText>
      <TrackCardSkeletons />
    </div>
  );
}

interface FoundTracksProps {
  library: Library;
  /** Tracks in the library so far. */
  total: number;
  /** The tracks that match the search and category. */
  found: readonly Track[];
  /** Matches in other categories. */
  hiddenCount: number;
  heart: (track: Track) => ReactNode;
}

function FoundTracks({ library, total, found, hiddenCount, heart }: FoundTracksProps) {
  const [words, setWords] = useAtom(searchAtom);
  const [category, setCategory] = useAtom(categoryAtom);
  const [locked, setLocked] = useState<Track | null>(null);
  const hasPremium = useHasPremium();
  const isFiltered = words.trim() !== '' || category !== 'ALL';
  const more = hiddenCount > 0 ? `${hiddenCount} more in all categories` : null;
  const count = `${found.length} of ${total} meditations${more ? `, ${more}` : ''}`;
  useAnnounced(isFiltered && isWhole(library) ? count : null, { afterMs: AFTER_TYPING_MS });
  const handleClose = () => setLocked(null);
  const handleAllCategories = () => setCategory('ALL');
  const handleShowAll = () => {
    setWords('');
    setCategory('ALL');
  };

  if (total === 0) {
    return (
      <EmptyState
        illustration="field"
        title="No meditations yet"
        text="New ones appear here as soon as they are published."
      />
    );
  }
  return (
    <>
      {found.length === 0 && !isWhole(library) ? (
        <MissingTracks library={library} />
      ) : found.length === 0 && isFiltered ? (
        <EmptyState
          illustration="field"
          title="Nothing found"
          text={
            more ? `In this category. ${more}.` : 'Try another word, or look through all of them.'
          }
        >
          <Button look="soft" onClick={more ? handleAllCategories : handleShowAll}>
            {more ? 'Show all categories' : 'Show all meditations'}
          </Button>
        </EmptyState>
      ) : (
        <>
          <TrackList tracks={found} hasPremium={hasPremium} heart={heart} onLocked={setLocked} />
          {more ? (
            <button type="button" className="link bare small" onClick={handleAllCategories}>
              {more}
            </button>
          ) : null}
        </>
      )}
      {locked ? (
        <PremiumSheet track={locked} onClose={handleClose} onMissing={handleClose} />
      ) : null}
    </>
  );
}
