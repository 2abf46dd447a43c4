import { Apple, type LucideIcon, Play } from 'lucide-react';
import { type Brand, DEFAULT_BRAND } from '#contract/words/brand.ts';
import { ButtonLink } from '#renderer/components/button.tsx';
import { Icon } from '#renderer/components/icon.tsx';
import { useBrand } from '#renderer/lib/public-config.ts';

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

/** A badge, once the owner has said where; the built-in addresses lead to no application, and have a plain button. */
function StoreButton({ store, lead, name, icon, filled = false }: StoreButtonProps) {
  const to = useBrand().stores[store];
  const isThere = to !== DEFAULT_BRAND.stores[store];
  return (
    <ButtonLink to={to} look="line" className={isThere ? 'store' : ''}>
      <Icon of={icon} filled={filled} />
      <span>
        <span>{lead}</span> <span>{name}</span>
      </span>
    </ButtonLink>
  );
}
