import { findRoute, ROUTES } from '#contract/words/routes.ts';
import { fetchLateParts } from '#renderer/components/late-part.tsx';
import { onToast, shownToast } from '#renderer/components/toast.ts';
import { aloud } from '#renderer/lib/aloud.ts';
import { startAnnouncing } from '#renderer/lib/announcer.ts';
import { fetchAuthClient } from '#renderer/lib/auth-client.ts';
import { startBackCloses } from '#renderer/lib/back-closes.ts';
import { firstSign } from '#renderer/lib/first-sign.ts';
import { startKeepingFocus } from '#renderer/lib/keep-focus.ts';
import { preload } from './preload.ts';
import { SCREENS } from './routes.tsx';

/*
 * What a page has no use for until somebody presses something: not in the first load of the public ones.
 * A module runs once, however often it is asked for.
 */
startAnnouncing();
onToast(() => {
  const { role, text, said } = shownToast() ?? {};
  // What went wrong interrupts: its card is an alert by itself.
  if (text && role !== 'alert') aloud.say(said ?? text, 'toast');
});
startBackCloses();
startKeepingFocus();
preloadOnIntent();
// Only for whoever moves on from here.
firstSign()
  .then(() => import('./travelling-light.ts'))
  .then((part) => part.startCarryingLight(), missing);

/** What does not arrive is done without. */
function missing(): void {}

const TABS = ['/home', '/tracks', '/socials', '/profile'];
/** The page she opened has painted, and no finger is faster. */
const TABS_AFTER_MS = 300;
const REST_AFTER_MS = 2_000;
let isInside = false;

/**
 * Once a person is inside the application, its other screens are fetched while nothing else happens, and after what the
 * screen she looks at waits for: first those of the tabs, then all, with the player, labour mode and the one where Log Out
 * ends, which must be there without a connection as well. Safari has no requestIdleCallback.
 */
export function preloadAppWhenIdle(pathname: string): void {
  const route = findRoute(pathname);
  if (isInside || !route || SCREENS[route.path].layout !== 'app') return;
  isInside = true;
  setTimeout(() => void untilQuiet().then(() => preloadAll(TABS)), TABS_AFTER_MS);
  setTimeout(async () => {
    await untilQuiet();
    fetchAuthClient();
    const paths = ROUTES.map(({ path }) => path).filter((path) => SCREENS[path].layout === 'app');
    await preloadAll([...paths, '/player/1', '/labour', '/login']);
    fetchLateParts();
    if (import.meta.env.PROD) {
      import('#renderer/lib/shell-worker.ts').then((part) => part.startShellWorker(), missing);
    }
  }, REST_AFTER_MS);
}

/** Both are here already inside the application, and have no place on the public pages. */
async function untilQuiet(): Promise<void> {
  const [{ queryClientOf }, { whenQuiet }] = await Promise.all([
    import('#renderer/lib/query-client.ts'),
    import('#renderer/lib/when-quiet.ts'),
  ]);
  await whenQuiet(queryClientOf());
}

const preloadAll = (paths: readonly string[]) => Promise.allSettled(paths.map(preload));

/** A finger or a pointer on a link is a good sign that its page will be wanted in a moment. */
function preloadOnIntent(): void {
  const handleIntent = (event: Event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href^="/"]') : null;
    if (!(link instanceof HTMLAnchorElement) || link.pathname === location.pathname) return;
    void preload(link.pathname).catch(() => {});
  };
  document.addEventListener('pointerover', handleIntent, { passive: true });
  document.addEventListener('focusin', handleIntent);
}
