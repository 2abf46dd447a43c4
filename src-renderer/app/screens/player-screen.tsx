import { useLocation } from 'react-router-dom';
import { findRoute } from '#contract/constants/pages/routes.ts';
import { FavoriteButton } from '#renderer/features/favorites/favorite-button.tsx';
import { PlayerPage } from '#renderer/features/listening/player-page.tsx';
import { NotFoundPage } from '../not-found-page.tsx';

const heart = ({ id, title }: { id: number; title: string }) => (
  <FavoriteButton trackId={id} title={title} />
);

export function PlayerScreen() {
  // A track is addressed by number; other addresses do not exist.
  if (!findRoute(useLocation().pathname)) return <NotFoundPage />;
  return <PlayerPage heart={heart} />;
}
