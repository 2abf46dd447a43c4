import { CircleAlert, CircleCheck, Info, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

interface BannerProps {
  /** For a field that it refuses: see `refusedBy`. */
  id?: string;
  tone: 'notice' | 'bad' | 'good';
  icon?: LucideIcon;
  children: ReactNode;
}

const ICONS = { notice: Info, bad: CircleAlert, good: CircleCheck };

/** Stands directly above what it speaks of; a bad one is read aloud at once. */
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
