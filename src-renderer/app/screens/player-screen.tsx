import { FavoriteButton } from '#renderer/features/favorites/favorite-button.tsx';
import { PlayerPage } from '#renderer/features/listening/player-page.tsx';

const heart = ({ id, title }: { id: number; title: string }) => (
  <FavoriteButton trackId={id} title={title} />
);

export function PlayerScreen() {
  return <PlayerPage heart={heart} />;
}
