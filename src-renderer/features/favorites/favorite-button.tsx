import { Heart } from 'lucide-react';
import { IconButton } from '#renderer/components/icon-button.tsx';
import { useOffersAccount } from '#renderer/lib/use-offers-account.ts';
import { useIsFavorite, useToggleFavorite } from './use-favorites.ts';

interface FavoriteButtonProps {
  trackId: number;
  title: string;
}

export function FavoriteButton({ trackId, title }: FavoriteButtonProps) {
  const isFavorite = useIsFavorite(trackId);
  const toggle = useToggleFavorite();
  const offersAccount = useOffersAccount();
  if (!offersAccount) return null;
  return (
    <IconButton
      icon={Heart}
      label={`Favorite: ${title}`}
      pressed={isFavorite}
      onClick={() => toggle({ contentId: trackId, title, isFavorite: !isFavorite })}
    />
  );
}
