import type { Track } from '#renderer/data/audio-content.ts';
import { FavoriteButton } from '#renderer/features/favorites/favorite-button.tsx';
import { LabourLink } from '#renderer/features/listening/labour/labour-link.tsx';
import { ResumeCard } from '#renderer/features/listening/player/resume-card.tsx';
import { Tonight } from '#renderer/features/listening/sleep/tonight.tsx';
import { HomePage } from '#renderer/features/tracks/home-page.tsx';

const heart = ({ id, title }: Track) => <FavoriteButton trackId={id} title={title} />;

export function HomeScreen() {
  return (
    <HomePage
      resume={<ResumeCard />}
      labour={
        <>
          <LabourLink />
          <Tonight />
        </>
      }
      heart={heart}
    />
  );
}
