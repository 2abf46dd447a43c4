import { CircleAlert, CircleCheck, Info, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../icon.tsx';

interface BannerProps {
  /** Id for the rejected field's `refusedBy`. */
  id?: string;
  tone: 'notice' | 'bad' | 'good';
  icon?: LucideIcon;
  children: ReactNode;
}

const ICONS = { notice: Info, bad: CircleAlert, good: CircleCheck };

/** A message to place directly above the content it is about. Errors interrupt a screen reader. */
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
