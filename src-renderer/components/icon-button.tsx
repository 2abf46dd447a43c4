import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Icon } from './icon.tsx';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  icon: LucideIcon;
  /** Read aloud; also the tooltip. */
  label: string;
  /** For a button that stays down, such as the heart: pressed is filled. */
  pressed?: boolean;
}

export function IconButton({ icon, label, pressed, className = '', ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      {...rest}
      className={`ib ${pressed ? 'on ' : ''}${className}`.trimEnd()}
    >
      <Icon of={icon} filled={pressed ?? false} />
    </button>
  );
}
