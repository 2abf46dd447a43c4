import { Apple, Play } from 'lucide-react';
import { ButtonLink } from '#renderer/components/button.tsx';
import { Icon } from '#renderer/components/icon.tsx';
import { useBrand } from '#renderer/lib/public-config.ts';

/** Plain buttons of ours: the stores' own badges come with the stores' own contracts. */
export function GooglePlayButton({ look = 'primary' }: { look?: 'primary' | 'line' }) {
  const { stores } = useBrand();
  return (
    <ButtonLink to={stores.googlePlay} look={look}>
      <Icon of={Play} filled />
      <span>Get it on Google Play</span>
    </ButtonLink>
  );
}

export function AppStoreButton() {
  const { stores } = useBrand();
  return (
    <ButtonLink to={stores.appStore} look="line">
      <Icon of={Apple} />
      <span>Download on the App Store</span>
    </ButtonLink>
  );
}
