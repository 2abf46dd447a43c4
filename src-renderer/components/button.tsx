import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router-dom';

type Look = 'primary' | 'soft' | 'line' | 'danger';

interface Shape {
  look?: Look;
  small?: boolean;
  block?: boolean;
}

interface ButtonProps extends ComponentProps<'button'>, Shape {
  /** While set, the button is disabled and shows this instead of its label ('Saving...'). */
  busy?: string | false | undefined;
}

export function Button({ look, small, block, busy, className, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classOf({ look, small, block }, className)}
      disabled={Boolean(busy) || rest.disabled}
      aria-busy={busy ? true : undefined}
    >
      {busy || children}
    </button>
  );
}

interface ButtonLinkProps extends Shape {
  /** A path of the application ('/login', '/#faq') or an address outside it, which opens a new tab. */
  to: string;
  /** Goes along with a path of the application, see `useWayBack`. */
  state?: object;
  className?: string;
  children: ReactNode;
}

export function ButtonLink(props: ButtonLinkProps) {
  const { to, state, look, small, block, className, children } = props;
  const classes = classOf({ look, small, block }, className);
  if (to.startsWith('/')) {
    return (
      <Link to={to} state={state} className={classes}>
        {children}
      </Link>
    );
  }
  return (
    <a
      href={to}
      className={classes}
      {...(to.startsWith('http') ? { target: '_blank', rel: 'noopener' } : {})}
    >
      {children}
    </a>
  );
}

function classOf({ look = 'primary', small, block }: OptionalShape, extra = ''): string {
  return ['btn', look !== 'primary' && look, small && 'small', block && 'block', extra]
    .filter(Boolean)
    .join(' ');
}

type OptionalShape = { [Key in keyof Shape]: Shape[Key] | undefined };
