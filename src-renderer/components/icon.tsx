import type { LucideIcon } from 'lucide-react';

interface IconProps {
  /** An icon of lucide-react, imported by name so that only the used ones are shipped. */
  of: LucideIcon;
  filled?: boolean;
  className?: string;
}

/** Always ornament: the control around it carries the name. */
export function Icon({ of: Drawing, filled = false, className = '' }: IconProps) {
  return <Drawing className={`icon ${filled ? 'fill ' : ''}${className}`.trimEnd()} aria-hidden />;
}
