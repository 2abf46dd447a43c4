import { matchRoutes, type RouteObject } from 'react-router-dom';

let routes: RouteObject[] = [];

/** Prefetches the page of a link on hover or focus. */
export function startPrefetching(of: RouteObject[]): void {
  routes = of;
  const handleIntent = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a[href^="/"]') : null;
    if (!(link instanceof HTMLAnchorElement) || link.pathname === location.pathname) return;
    void prefetch(link.pathname);
  };
  for (const type of ['pointerover', 'pointerdown', 'focusin']) {
    document.addEventListener(type, handleIntent, { passive: true });
  }
}

/** Loads the chunks of the page at this address; resolves with false when one fails. */
export function prefetch(pathname: string): Promise<boolean> {
  const matches = matchRoutes(routes, pathname) ?? [];
  return Promise.all(matches.map(({ route }) => route.handle?.load())).then(
    () => true,
    () => false,
  );
}
