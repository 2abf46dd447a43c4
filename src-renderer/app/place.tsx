import { useAtomValue } from 'jotai';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { documentTitle, findRoute, NOT_FOUND } from '#contract/words/routes.ts';
import { isSounding, playbackAtom } from '#renderer/data/playback.ts';
import { aloud } from '#renderer/lib/aloud.ts';
import { usePageName } from '#renderer/lib/page-name.ts';
import { useBrand } from '#renderer/lib/public-config.ts';
import { useLocation } from '#renderer/lib/router.tsx';

/** After every change of address: where the page is scrolled to, what it is called, what is read aloud. */
export function Place() {
  const { pathname, hash, key } = useLocation();
  const { name } = useBrand();
  const shown = useRef<{ pathname: string; key: string }>(undefined);
  const pageName = usePageName();
  const kind = documentTitle(findRoute(pathname) ?? NOT_FOUND, name);
  const title = pageName === null ? kind : `${pageName} · ${kind}`;

  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = { pathname, key };
    const isSameScreen = before?.pathname === pathname;
    // As it stands there: our own anchors have nothing to decode, and the tokens of a mailed link are none.
    const id = hash.slice(1);
    // A reload keeps its place by itself, and so does a filter that only changes the query.
    if (before && !isSameScreen && !id) window.scrollTo({ top: 0, behavior: 'instant' });
    if (!id) return;
    const behavior = isSameScreen ? 'auto' : 'instant';
    return whenPresent(id, (anchor) => anchor.scrollIntoView({ behavior }));
  }, [pathname, hash, key]);

  /** Empty as soon as she has gone on from it. */
  const first = useRef<string>(key);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another part of the same page has another title
  useEffect(() => {
    if (key !== first.current) first.current = '';
    // The name of what it shows comes a moment after the screen, and is the newer one.
    if (!first.current) aloud.say(title, 'page');
  }, [pathname, title]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each screen
  useEffect(() => {
    if (first.current) return;
    // The link that was pressed may be gone with its page; then reading goes on at the new one.
    if (document.activeElement === document.body) {
      document.getElementById('main')?.focus({ preventScroll: true });
    }
  }, [pathname]);

  const { track, status } = useAtomValue(playbackAtom);
  const isNamed = track?.title === pageName;
  const sounding = track && !isNamed && isSounding(status) ? `${track.title} · ` : '';
  useEffect(() => {
    document.title = `${sounding}${title}`;
  }, [sounding, title]);

  return null;
}

/** At once, or when the part of the page that holds it has arrived; the result gives up waiting. */
function whenPresent(id: string, use: (element: HTMLElement) => void): (() => void) | undefined {
  const present = document.getElementById(id);
  if (present) {
    use(present);
    return undefined;
  }
  const watcher = new MutationObserver(() => {
    const arrived = document.getElementById(id);
    if (!arrived) return;
    watcher.disconnect();
    use(arrived);
  });
  watcher.observe(document.body, { childList: true, subtree: true });
  return () => watcher.disconnect();
}
