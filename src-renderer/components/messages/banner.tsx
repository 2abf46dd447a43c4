import { CircleAlert, CircleCheck, Info, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../icon.tsx';

interface BannerProps {
  /** Id for the field that it explains: see `refusedBy`. */
  id?: string;
  tone: 'notice' | 'bad' | 'good';
  icon?: LucideIcon;
  children: ReactNode;
}

const ICONS = { notice: Info, bad: CircleAlert, good: CircleCheck };

/** Goes directly above the content it is about; errors are announced at once. */
export function Banner({ id, tone, icon, children }: BannerProps) {
  return (
    <div
      id={id}
      className={`banner${tone === 'notice' ? '' : ` ${tone}`}`}
      role={tone === 'bad' ? 'alert' : 'status'}
    >
      <Icon of={icon ?? ICONS[tone]} />
      <span>{children}</span>
    </div>
  );
}
