import type { LucideIcon } from 'lucide-react';

interface IconProps {
  /** An icon of lucide-react, imported by name so that unused icons are not bundled. */
  of: LucideIcon;
  filled?: boolean;
  className?: string;
}

/** Decorative: the enclosing control has the accessible name. */
export function Icon({ of: Drawing, filled = false, className = '' }: IconProps) {
  return <Drawing className={`icon ${filled ? 'fill ' : ''}${className}`.trimEnd()} aria-hidden />;
}
