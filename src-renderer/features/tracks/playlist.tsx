import { useQuery } from '@tanstack/react-query';
import { useAtom, useAtomValue } from 'jotai';
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { EmptyState } from '#renderer/components/empty-state.tsx';
import { LatePart, latePart } from '#renderer/components/late-part.tsx';
import { LoadingWords } from '#renderer/components/skeleton.tsx';
import { isWhole, LIBRARY_KEYS, libraryQuery, type Track } from '#renderer/data/audio-content.ts';
import { useHasPremium } from '#renderer/data/subscription.ts';
import { usePlayAll } from '#renderer/data/use-play-all.ts';
import { Link } from '#renderer/lib/router.tsx';
import { AFTER_TYPING_MS, useAnnounced } from '#renderer/lib/use-announced.ts';
import { useChangeEvents } from '#renderer/lib/use-change-events.ts';
import { TrackCardSkeletons } from '#renderer/track-parts/track-card.tsx';
import { categoryAtom, wordsAtom } from './library.atoms.ts';
import { findTracks } from './search.ts';
import { TrackList } from './track-list.tsx';

const PREMIUM_SHEET = latePart(() =>
  import('./premium-sheet.tsx').then((module) => module.PremiumSheet),
);

export function Playlist({ heart }: { heart: (track: Track) => ReactNode }) {
  const library = useQuery(libraryQuery());
  useChangeEvents('audio_content', LIBRARY_KEYS);
  return (
    <section aria-labelledby="playlist" className="list-sec">
      <div className="row between">
        <h2 id="playlist">Meditation Playlist</h2>
        <span className="row">
          {library.data ? <PlayAll tracks={library.data} /> : null}
          <Link className="link small" to="/tracks">
            View All
          </Link>
        </span>
      </div>
      {library.data ? (
        <FoundTracks
          tracks={library.data}
          isWhole={isWhole(library)}
          hasFailed={library.isError}
          onRetry={() => void library.refetch()}
          heart={heart}
        />
      ) : library.isError ? (
        <NothingCame onRetry={() => void library.refetch()} />
      ) : (
        <OnTheirWay />
      )}
    </section>
  );
}

function OnTheirWay() {
  return (
    <div aria-busy="true">
      <LoadingWords>Loading...</LoadingWords>
      <TrackCardSkeletons />
    </div>
  );
}

/** What is shown, as far as she wants to hear it: the category, and the words she searched for. */
function PlayAll({ tracks }: { tracks: readonly Track[] }) {
  const found = useFound(tracks);
  const playAll = usePlayAll();
  if (found.length < 2) return null;
  return (
    <button type="button" className="link bare small" onClick={() => playAll(found, 'list')}>
      Play all
    </button>
  );
}

/** Typing comes before the list, however long the list is. */
function useFound(tracks: readonly Track[]): readonly Track[] {
  const words = useDeferredValue(useAtomValue(wordsAtom));
  const category = useDeferredValue(useAtomValue(categoryAtom));
  return useMemo(() => findTracks(tracks, words, category), [tracks, words, category]);
}

function NothingCame({ onRetry }: { onRetry: () => void }) {
  return (
    <EmptyState
      land="dusk"
      title="The meditations did not arrive"
      text="They come by themselves when the connection returns."
    >
      <Button onClick={onRetry}>Try again</Button>
    </EmptyState>
  );
}

interface FoundTracksProps {
  tracks: readonly Track[];
  /** What is not found among them is not there. */
  isWhole: boolean;
  /** The others did not come. */
  hasFailed: boolean;
  onRetry: () => void;
  heart: (track: Track) => ReactNode;
}

function FoundTracks({ tracks, isWhole, hasFailed, onRetry, heart }: FoundTracksProps) {
  const [words, setWords] = useAtom(wordsAtom);
  const [category, setCategory] = useAtom(categoryAtom);
  const [locked, setLocked] = useState<Track | null>(null);
  const hasPremium = useHasPremium();
  const found = useFound(tracks);
  const isFiltered = words.trim() !== '' || category !== 'ALL';
  useAnnounced(isFiltered && isWhole ? `${found.length} of ${tracks.length} meditations` : null, {
    afterMs: AFTER_TYPING_MS,
  });
  const handleClose = () => setLocked(null);
  const handleShowAll = () => {
    setWords('');
    setCategory('ALL');
  };

  if (tracks.length === 0) {
    return (
      <EmptyState
        land="field"
        title="No meditations yet"
        text="The first ones appear here by themselves."
      />
    );
  }
  return (
    <>
      {found.length === 0 && !isWhole ? (
        hasFailed ? (
          <NothingCame onRetry={onRetry} />
        ) : (
          <OnTheirWay />
        )
      ) : found.length === 0 && isFiltered ? (
        <EmptyState
          land="field"
          title="Nothing found"
          text="Try another word, or look through all of them."
        >
          <Button look="soft" onClick={handleShowAll}>
            Show all meditations
          </Button>
        </EmptyState>
      ) : (
        <TrackList tracks={found} hasPremium={hasPremium} heart={heart} onLocked={setLocked} />
      )}
      <LatePart
        part={PREMIUM_SHEET}
        wanted={locked !== null}
        onMissing={handleClose}
        props={{ track: locked, onClose: handleClose }}
      />
    </>
  );
}
