import type { LucideIcon } from 'lucide-react';

interface IconProps {
  /** An icon of lucide-react, imported by name so that unused icons are not bundled. */
  of: LucideIcon;
  filled?: boolean;
  className?: string;
}

/** Always decorative: the control around it has the name. */
export function Icon({ of: Drawing, filled = false, className = '' }: IconProps) {
  return <Drawing className={`icon ${filled ? 'fill ' : ''}${className}`.trimEnd()} aria-hidden />;
}
