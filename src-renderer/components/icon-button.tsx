import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { restingWhile } from './button.tsx';
import { Icon } from './icon.tsx';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  icon: LucideIcon;
  /** Accessible name and tooltip. */
  label: string;
  /** For a toggle button, such as the heart: pressed is filled. */
  pressed?: boolean;
}

export function IconButton(props: IconButtonProps) {
  const { icon, label, pressed, disabled = false, className = '', onClick, ...rest } = props;
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      {...rest}
      {...restingWhile(disabled, onClick)}
      className={`icon-button ${pressed ? 'on ' : ''}${className}`.trimEnd()}
    >
      <Icon of={icon} filled={pressed ?? false} />
    </button>
  );
}
