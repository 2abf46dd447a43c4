import {
  type ComponentPropsWithRef,
  createContext,
  type MouseEvent,
  type ReactNode,
  startTransition,
  use,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react';

/** An address within the application, as the history keeps it. */
interface Address {
  readonly pathname: string;
  /** With its question mark, or empty. */
  readonly search: string;
  /** With its #, or empty. */
  readonly hash: string;
  /** What the link that led here gave along; lives as long as the entry of the history. */
  readonly state: unknown;
  /** Another one for every step, also for one to the same address. */
  readonly key: string;
}

interface Step {
  /** In place of the entry that is shown. */
  readonly replace?: boolean | undefined;
  readonly state?: unknown;
}

/** To a path ('/login?x=1', '?part=people', '#faq'). */
export type Navigate = (to: string, step?: Step) => void;

const AddressContext = createContext<Address | undefined>(undefined);
const NavigateContext = createContext<Navigate>(() => {});

/** The page that is left stays until the next one is here. */
let showStep: (show: () => void, isReturn: boolean) => void = (show) => startTransition(show);

/** Somebody else brings the page of each further step; a return is one by Back or Forward, whose scroll the browser knows. */
export function provideSteps(take: typeof showStep): void {
  showStep = take;
}

/** The application at the address of the window (docs/decisions/0181). */
export function BrowserRouter({ children }: { children: ReactNode }) {
  const [address, setAddress] = useState(shownAddress);
  const navigate = useMemo<Navigate>(() => {
    return (to, { replace = false, state } = {}) => {
      const entry = { state, key: Math.random().toString(36).slice(2, 10) };
      if (replace) window.history.replaceState(entry, '', to);
      else window.history.pushState(entry, '', to);
      showStep(() => setAddress(shownAddress()), false);
    };
  }, []);
  useLayoutEffect(() => {
    const follow = () => showStep(() => setAddress(shownAddress()), true);
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, []);
  return (
    <NavigateContext value={navigate}>
      <AddressContext value={address}>{children}</AddressContext>
    </NavigateContext>
  );
}

/** The application at one address, for who renders it without a window. */
export function StaticRouter({ path, children }: { path: string; children: ReactNode }) {
  const address = { pathname: path, search: '', hash: '', state: null, key: '' };
  return <AddressContext value={address}>{children}</AddressContext>;
}

export function useLocation(): Address {
  const address = use(AddressContext);
  if (!address) throw new Error('There is no router around this part');
  return address;
}

/** The same function at every render. */
export function useNavigate(): Navigate {
  return use(NavigateContext);
}

export function useSearchParams(): URLSearchParams {
  const { search } = useLocation();
  return useMemo(() => new URLSearchParams(search), [search]);
}

interface LinkProps extends Omit<ComponentPropsWithRef<'a'>, 'href'>, Step {
  readonly to: string;
}

/** A press without a modifier key stays in the application; all else is left to the browser. */
export function Link({ to, replace, state, onClick, ...rest }: LinkProps) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  // A lone ? is the page without its query.
  const href = to.startsWith('/') ? to : pathname + (to === '?' ? '' : to);

  const handleClick = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const { target } = event.currentTarget;
    const isOurs = event.button === 0 && (!target || target === '_self');
    if (event.defaultPrevented || !isOurs || isModified(event)) return;
    event.preventDefault();
    navigate(href, { replace: replace ?? isShown(event.currentTarget), state });
  };

  return <a {...rest} href={href} onClick={handleClick} />;
}

interface NavLinkProps extends Omit<LinkProps, 'aria-current'> {
  /** Not marked where only its beginning is the address. */
  readonly end?: boolean;
}

/** A link that says so when it leads to where she is. */
export function NavLink({ end = false, ...rest }: NavLinkProps) {
  const { pathname } = useLocation();
  const isHere = pathname === rest.to || (!end && pathname.startsWith(`${rest.to}/`));
  return <Link {...rest} aria-current={isHere ? 'page' : undefined} />;
}

/** Goes on to another address as soon as it is shown. */
export function Redirect({ to }: { to: string }) {
  const navigate = useNavigate();
  useEffect(() => navigate(to, { replace: true }), [navigate, to]);
  return null;
}

function shownAddress(): Address {
  const { pathname, search, hash } = window.location;
  // An entry of the browser's own, as that of an anchor, has no key.
  const { state = null, key = pathname + search + hash } = Object(window.history.state);
  return { pathname, search, hash, state, key };
}

/** The history does not grow by pressing a link to where she is. */
const isShown = ({ href }: HTMLAnchorElement) => href === window.location.href;

const isModified = ({ metaKey, altKey, ctrlKey, shiftKey }: MouseEvent) =>
  metaKey || altKey || ctrlKey || shiftKey;
