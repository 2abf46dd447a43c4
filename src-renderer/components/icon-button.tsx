import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { inactiveProps } from './button.tsx';
import { Icon } from './icon.tsx';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  icon: LucideIcon;
  /** Accessible name and tooltip. */
  label: string;
  /** State of a toggle button; its icon is filled while pressed. */
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
      {...inactiveProps(disabled, onClick)}
      className={`icon-button ${pressed ? 'on ' : ''}${className}`.trimEnd()}
    >
      <Icon of={icon} filled={pressed ?? false} />
    </button>
  );
}
