import { useAtomValue } from 'jotai';
import { Megaphone } from 'lucide-react';
import type { ReactNode } from 'react';
import { Banner } from '#renderer/components/messages/banner.tsx';
import type { Track } from '#renderer/data/audio-content.ts';
import { publicConfig } from '#renderer/lib/public-config.ts';
import { stageOf } from '#renderer/track-parts/stage-mark.tsx';
import { Advertisement } from './advertisement.tsx';
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
  const { announcement } = publicConfig();
  return (
    <main id="main" tabIndex={-1} className="wrap home" data-stage={stageOf(category)}>
      <Greeting />
      {announcement === undefined ? null : (
        <Banner tone="notice" icon={Megaphone}>
          <span dir="auto">{announcement}</span>
        </Banner>
      )}
      {resume}
      {labour}
      <TrackFilters />
      <Playlist heart={heart} />
      <Advertisement />
    </main>
  );
}
