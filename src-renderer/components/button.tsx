import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { Link } from '#renderer/components/link.tsx';

type Look = 'primary' | 'soft' | 'line' | 'danger';

interface ButtonStyle {
  look?: Look | undefined;
  small?: boolean | undefined;
  block?: boolean | undefined;
}

interface ButtonProps extends ComponentProps<'button'>, ButtonStyle {
  /** While set, the button is inactive and shows this as its label ('Saving...'). */
  busy?: string | false | undefined;
}

export function Button(props: ButtonProps) {
  const { look, small, block, busy, disabled, className, children, onClick, ...rest } = props;
  return (
    <button
      type="button"
      {...rest}
      {...inactiveProps(Boolean(busy || disabled), onClick)}
      className={classNameOf({ look, small, block }, className)}
      aria-busy={busy ? true : undefined}
    >
      {busy || children}
    </button>
  );
}

interface ButtonLinkProps extends ButtonStyle {
  /** A path of the application ('/login', '/#faq'), an anchor, or an external address, which opens in a new tab. */
  to: string;
  /** Navigation state for a path of the application. */
  state?: object;
  className?: string;
  children: ReactNode;
}

export function ButtonLink(props: ButtonLinkProps) {
  const { to, state, look, small, block, className, children } = props;
  const classes = classNameOf({ look, small, block }, className);
  if (to.startsWith('/')) {
    return (
      <Link to={to} state={state} className={classes}>
        {children}
      </Link>
    );
  }
  const target = to.startsWith('http') ? { target: '_blank', rel: 'noopener' } : {};
  return (
    <a href={to} className={classes} {...target}>
      {children}
    </a>
  );
}

function classNameOf({ look = 'primary', small, block }: ButtonStyle, extra = ''): string {
  return ['button', look !== 'primary' && look, small && 'small', block && 'block', extra]
    .filter(Boolean)
    .join(' ');
}

interface Inactive {
  'aria-disabled': true | undefined;
  onClick: ((event: MouseEvent<HTMLButtonElement>) => void) | undefined;
}

/**
 * Props of a temporarily inactive button. Avoids `disabled`, which would move the focus to the start of the page
 * (WCAG 2.4.3).
 */
export function inactiveProps(isInactive: boolean, onClick: Inactive['onClick']): Inactive {
  return {
    'aria-disabled': isInactive || undefined,
    // `preventDefault` keeps the button from submitting its form.
    onClick: isInactive ? (event) => event.preventDefault() : onClick,
  };
}
