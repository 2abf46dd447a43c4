import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { EmptyState } from '#renderer/components/messages/empty-state.tsx';
import { toast } from '#renderer/components/messages/toast.ts';
import { PageHead } from '#renderer/components/page-head.tsx';
import { isFree, isWhole, libraryQuery } from '#renderer/data/audio-content.ts';
import { useHasPremium } from '#renderer/data/subscription.ts';
import { FeaturedPlayer } from './featured-player.tsx';
import { PreferenceList } from './preference-list.tsx';
import { TracksSkeleton } from './tracks-skeleton.tsx';
import './tracks.css';

export function TracksPage() {
  return (
    <main id="main" tabIndex={-1} className="wrap tracks-page">
      <PageHead title="Tracks" backTo="/home" />
      <Library />
    </main>
  );
}

function Library() {
  const library = useQuery(libraryQuery('tracks'));
  const hasPremium = useHasPremium();
  const { isError } = library;
  useEffect(() => {
    if (isError) toast.error('Failed to load tracks. Please try again.');
  }, [isError]);

  if (library.isPending) return <TracksSkeleton />;
  const tracks = library.data ?? [];
  if (tracks.length === 0) {
    return (
      <EmptyState
        title="No tracks available"
        text="They may still be loading. Your order and your choices are kept on this device."
        illustration={isError ? 'dusk' : 'field'}
      >
        <Button onClick={() => window.location.reload()}>Refresh</Button>
      </EmptyState>
    );
  }
  // A locked track is shown in the list only, marked as locked.
  const featured = tracks.find((track) => track.featured && isFree(track, hasPremium));
  return (
    <div className={featured ? 'featured-and-list' : undefined}>
      {featured ? <FeaturedPlayer track={featured} /> : null}
      <PreferenceList tracks={tracks} isWhole={isWhole(library)} />
    </div>
  );
}
