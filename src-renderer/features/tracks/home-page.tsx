import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import type { Track } from '#renderer/data/audio-content.ts';
import { stageOf } from '#renderer/track-parts/stage-mark.tsx';
import { Advertisement } from './advertisement.tsx';
import { Announcement } from './announcement.tsx';
import { Greeting } from './greeting.tsx';
import { categoryAtom } from './library.atoms.ts';
import { Playlist } from './playlist.tsx';
import { TrackFilters } from './track-filters.tsx';
import './home.css';

interface HomePageProps {
  resume: ReactNode;
  labour: ReactNode;
  /** Must be the same function at each render, because it is a prop of the memoised cards. */
  heart: (track: Track) => ReactNode;
}

export function HomePage({ resume, labour, heart }: HomePageProps) {
  const category = useAtomValue(categoryAtom);
  return (
    <main id="main" tabIndex={-1} className="wrap home" data-stage={stageOf(category)}>
      <Greeting />
      <Announcement />
      {resume}
      {labour}
      <TrackFilters />
      <Playlist heart={heart} />
      <Advertisement />
    </main>
  );
}
