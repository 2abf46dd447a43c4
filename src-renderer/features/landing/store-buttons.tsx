import { Apple, type LucideIcon, Play } from 'lucide-react';
import type { Brand } from '#contract/constants/pages/brand.ts';
import { ButtonLink } from '#renderer/components/button.tsx';
import { Icon } from '#renderer/components/icon.tsx';
import { ownersLink, useBrand } from '#renderer/lib/public-config.ts';

export function GooglePlayButton() {
  return <StoreButton store="googlePlay" lead="Get it on" name="Google Play" icon={Play} filled />;
}

export function AppStoreButton() {
  return <StoreButton store="appStore" lead="Download on the" name="App Store" icon={Apple} />;
}

interface StoreButtonProps {
  store: keyof Brand['stores'];
  lead: string;
  name: string;
  icon: LucideIcon;
  filled?: boolean;
}

/** A store badge once the owner has set an address; until then a plain button to `/get-started`. */
function StoreButton({ store, lead, name, icon, filled = false }: StoreButtonProps) {
  const to = ownersLink(useBrand(), 'stores', store);
  return (
    <ButtonLink to={to ?? '/get-started'} look="line" className={to ? 'store' : ''}>
      <Icon of={icon} filled={filled} />
      <span>
        <span>{lead}</span> <span>{name}</span>
      </span>
    </ButtonLink>
  );
}
