import { FavoriteButton } from '#renderer/features/favorites/favorite-button.tsx';
import { HomePage } from '#renderer/features/library/home-page.tsx';
import { ResumeCard } from '#renderer/features/player/resume-card.tsx';
import type { Track } from '#renderer/lib/audio-content.ts';

const heart = ({ id, title }: Track) => <FavoriteButton trackId={id} title={title} />;

export function HomeScreen() {
  return <HomePage resume={<ResumeCard />} heart={heart} />;
}
