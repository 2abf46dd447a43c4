import { useAtomValue } from 'jotai';
import { useContext, useEffect, useLayoutEffect, useRef } from 'react';
import { UNSAFE_DataRouterContext, useLocation } from 'react-router-dom';
import { documentTitle, findRoute, NOT_FOUND } from '#contract/constants/pages/routes.ts';
import { isSounding, playbackAtom } from '#renderer/data/playback.ts';
import { focusHeading, useRestorableFocus } from '#renderer/lib/hooks/use-restorable-focus.ts';
import { liveRegion } from '#renderer/lib/live-region.ts';
import { usePageName } from '#renderer/lib/page-name.ts';
import { useBrand } from '#renderer/lib/public-config.ts';

/** After every change of route: sets the title, announces it and moves the focus. */
export function RouteEffects() {
  const { pathname, key, state } = useLocation();
  useRestorableFocus();
  const { name } = useBrand();
  const pageName = usePageName();
  const kind = documentTitle(findRoute(pathname) ?? NOT_FOUND, name);
  const title = pageName === null ? kind : `${pageName} · ${kind}`;

  // Disables smooth scrolling except to an anchor of the same page. Must run before the router scrolls.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page
  useLayoutEffect(() => {
    const { classList } = document.documentElement;
    classList.add('arriving');
    const frame = requestAnimationFrame(() => classList.remove('arriving'));
    return () => cancelAnimationFrame(frame);
  }, [pathname]);

  /** The key of the first location; empty after the first navigation. */
  const first = useRef<string>(key);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another part of the same page has another title
  useEffect(() => {
    if (key !== first.current) first.current = '';
    // The page's own title usually follows a moment later; the announcer then reads only the newer one.
    if (!first.current) liveRegion.announce(title, 'page');
  }, [pathname, title]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page
  useEffect(() => {
    if (first.current) return;
    // The pressed link may have been removed with its page; then the heading gets the focus.
    if (document.activeElement === document.body) focusHeading();
  }, [pathname]);

  // After a reload or Forward, the sheet named in the history entry is not reopened.
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  useEffect(() => {
    if (!router || Object(state).sheets === undefined) return;
    void import('#renderer/lib/hooks/use-sheet.ts').then(
      ({ leaveClosedSheets }) => leaveClosedSheets(router),
      () => {},
    );
  }, [router, state]);

  const { track, status } = useAtomValue(playbackAtom);
  const isNamed = track?.title === pageName;
  const sounding = track && !isNamed && isSounding(status) ? `${track.title} · ` : '';
  useEffect(() => {
    document.title = `${sounding}${title}`;
  }, [sounding, title]);

  return null;
}
