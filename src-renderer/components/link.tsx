import { type LinkProps, Link as RouterLink, useLocation, useResolvedPath } from 'react-router-dom';

/**
 * An internal link. Uses a view transition to another page and does not scroll on the same page. While a sheet is open,
 * it replaces the sheet's history entry.
 */
export function Link(props: LinkProps) {
  const { pathname, state } = useLocation();
  const isSamePage = useResolvedPath(props.to).pathname === pathname;
  return (
    <RouterLink
      discover="none"
      replace={Object(state).sheets !== undefined}
      preventScrollReset={isSamePage}
      viewTransition={!isSamePage && allowsMotion()}
      {...props}
    />
  );
}

interface NavLinkProps extends Omit<LinkProps, 'aria-current'> {
  to: string;
  /** Current only on an exact match, not on a prefix. */
  end?: boolean;
}

/** A link that is marked as current on its page. */
export function NavLink({ end = false, ...rest }: NavLinkProps) {
  const { pathname } = useLocation();
  const isCurrent = pathname === rest.to || (!end && pathname.startsWith(`${rest.to}/`));
  return <Link {...rest} aria-current={isCurrent ? 'page' : undefined} />;
}

function allowsMotion(): boolean {
  return (
    typeof window !== 'undefined' && !window.matchMedia('(prefers-reduced-motion: reduce)').matches
  );
}
